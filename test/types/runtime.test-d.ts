import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import {
  createRuntime,
  createTool,
  type Outcome,
  type ToolFailure,
  type ToolInputOf,
  type ToolOutputOf,
  type ToolResult,
  unwrap,
  type ValidationError,
} from 'toolspan'
import * as v from 'valibot'
import { describe, expectTypeOf, test } from 'vitest'
import { z } from 'zod'

const add = createTool({
  id: 'add',
  description: 'Add',
  inputSchema: z.object({ a: z.number(), b: z.number().default(0) }),
  outputSchema: z.object({ sum: z.number() }),
  execute: async ({ a, b }) => ({ sum: a + b }),
})
const weather = createTool({
  id: 'weather',
  description: 'Weather',
  inputSchema: toStandardJsonSchema(v.object({ city: v.string() })),
  execute: async ({ city }) => `${city} is sunny`,
})
const clock = createTool({
  id: 'clock',
  description: 'Clock',
  inputSchema: type({ zone: 'string' }),
  outputSchema: type({ time: 'string' }),
  execute: async () => ({ time: 'noon' }),
})
const runtime = createRuntime({ tools: [add, weather, clock] })

describe('runtime.call', () => {
  test('by id is typed by the tool of that id', () => {
    expectTypeOf(runtime.call('add', { a: 1 })).resolves.toEqualTypeOf<ToolResult<{ sum: number }>>()
    expectTypeOf(runtime.call('weather', { city: 'Lyon' })).resolves.toEqualTypeOf<ToolResult<string>>()
    expectTypeOf(runtime.call('clock', { zone: 'UTC' })).resolves.toEqualTypeOf<
      ToolResult<{ time: string }>
    >()
  })

  test('by tool is typed by it', () => {
    expectTypeOf(runtime.call(add, { a: 1, b: 2 })).resolves.toEqualTypeOf<ToolResult<{ sum: number }>>()
    expectTypeOf(runtime.call(clock, { zone: 'UTC' })).resolves.toEqualTypeOf<ToolResult<{ time: string }>>()
  })

  test('by a name known only at run time takes and gives anything', () => {
    const name = String(Math.random())
    expectTypeOf(runtime.call(name, { anything: true })).resolves.toEqualTypeOf<ToolResult<unknown>>()
  })

  test('is the same in a record of tools and in a scope', () => {
    const record = createRuntime({ tools: { first: add, second: clock } })
    expectTypeOf(record.call('add', { a: 1 })).resolves.toEqualTypeOf<ToolResult<{ sum: number }>>()
    const scoped = runtime.scope({ tenant: 'acme' })
    expectTypeOf(scoped.call('clock', { zone: 'UTC' })).resolves.toEqualTypeOf<ToolResult<{ time: string }>>()
  })

  test('does not take the wrong input', () => {
    // @ts-expect-error a is a number
    void runtime.call('add', { a: '1' })
    // @ts-expect-error a is missing
    void runtime.call('add', {})
    // @ts-expect-error zone is missing
    void runtime.call(clock, { city: 'Lyon' })
    // @ts-expect-error no such option
    void runtime.call('add', { a: 1 }, { deadline: 5 })
  })
})

describe('runtime.tool', () => {
  test('gives the tool of that id', () => {
    expectTypeOf(runtime.tool('add').execute)
      .parameter(0)
      .toEqualTypeOf<{ a: number; b?: number | undefined }>()
    expectTypeOf(runtime.tool('clock').execute).returns.resolves.toEqualTypeOf<
      { time: string } | ValidationError
    >()
    // @ts-expect-error no tool has this id
    void (() => runtime.tool('subtract'))
  })
})

describe('a result', () => {
  test('is told apart by its outcome', async () => {
    const result = await runtime.call('add', { a: 1 })
    expectTypeOf(result.outcome).toEqualTypeOf<Outcome>()
    expectTypeOf(result.traceId).toEqualTypeOf<string | undefined>()
    switch (result.outcome) {
      case 'ok':
        expectTypeOf(result.output).toEqualTypeOf<{ sum: number }>()
        expectTypeOf(result.modelOutput).toBeUnknown()
        expectTypeOf(result.error).toEqualTypeOf<undefined>()
        break
      case 'output_invalid':
        expectTypeOf(result.output).toBeUnknown()
        expectTypeOf(result.error).toEqualTypeOf<ToolFailure>()
        break
      case 'awaiting_approval':
      case 'suspended':
        expectTypeOf(result.ticket).toBeString()
        break
      case 'dispatched':
        expectTypeOf(result.taskId).toEqualTypeOf<string | undefined>()
        expectTypeOf(result.settle).parameter(0).toBeUnknown()
        break
      default:
        expectTypeOf(result.error).toEqualTypeOf<ToolFailure>()
        // @ts-expect-error a failed call has no output
        result.output
    }
  })

  test('gives its output to unwrap', async () => {
    expectTypeOf(unwrap(await runtime.call('add', { a: 1 }))).toEqualTypeOf<{ sum: number }>()
  })
})

describe('runtime.open', () => {
  test('is typed by the tool of the name', () => {
    const call = runtime.open({ toolName: 'add' })
    expectTypeOf(call.available).parameter(0).toEqualTypeOf<{ a: number; b?: number | undefined }>()
    expectTypeOf(call.result).resolves.toEqualTypeOf<ToolResult<{ sum: number }>>()
    expectTypeOf(call.delta('{')).resolves.toEqualTypeOf<void>()
    // @ts-expect-error a piece is text
    call.delta(5)
  })

  test('by a name known only at run time takes and gives anything', () => {
    const call = runtime.open({ toolName: String(Math.random()) })
    expectTypeOf(call.available).parameter(0).toBeUnknown()
    expectTypeOf(call.result).resolves.toEqualTypeOf<ToolResult<unknown>>()
  })
})

describe('the types of a tool', () => {
  test('can be asked for', () => {
    expectTypeOf<ToolInputOf<typeof add>>().toEqualTypeOf<{ a: number; b?: number | undefined }>()
    expectTypeOf<ToolOutputOf<typeof add>>().toEqualTypeOf<{ sum: number }>()
    expectTypeOf<ToolInputOf<typeof clock>>().toEqualTypeOf<{ zone: string }>()
    expectTypeOf<ToolOutputOf<typeof clock>>().toEqualTypeOf<{ time: string }>()
  })
})
