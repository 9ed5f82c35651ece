import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import {
  createTool,
  jsonSchema,
  type RequestContext,
  type Suspension,
  type ToolObserve,
  type ValidationError,
} from 'toolspan'
import * as v from 'valibot'
import { describe, expectTypeOf, test } from 'vitest'
import { z } from 'zod'

interface Point {
  lat: number
  lon: number
}

describe('schemas', () => {
  test('of Zod type input, output and hooks', () => {
    const tool = createTool({
      id: 'plan',
      description: 'Plan',
      inputSchema: z.object({ city: z.string(), days: z.string().transform(Number).default(3) }),
      outputSchema: z.object({ on: z.string().transform(text => new Date(text)) }),
      execute: async input => {
        expectTypeOf(input).toEqualTypeOf<{ city: string; days: number }>()
        return { on: '2026-01-02' }
      },
      onInputDelta: ({ inputTextDelta, partialInput }) => {
        expectTypeOf(inputTextDelta).toBeString()
        expectTypeOf(partialInput).toEqualTypeOf<
          { readonly city?: string; readonly days?: string | undefined } | undefined
        >()
      },
      onInputAvailable: ({ input, toolCallId, messages, abortSignal }) => {
        expectTypeOf(input).toEqualTypeOf<{ city: string; days: number }>()
        expectTypeOf(toolCallId).toBeString()
        expectTypeOf(messages).toEqualTypeOf<readonly unknown[]>()
        expectTypeOf(abortSignal).toEqualTypeOf<AbortSignal>()
      },
      onOutput: ({ output, toolName }) => {
        expectTypeOf(output).toEqualTypeOf<{ on: Date }>()
        expectTypeOf(toolName).toBeString()
      },
      onError: ({ error, outcome }) => {
        expectTypeOf(error).toBeUnknown()
        expectTypeOf(outcome).toBeString()
      },
      toModelOutput: output => {
        expectTypeOf(output).toEqualTypeOf<{ on: Date }>()
        return output.on.toISOString()
      },
      requireApproval: input => input.days > 7,
      transform: {
        display: { input: ({ input }) => input?.city, output: ({ output }) => output?.on.getTime() },
      },
    })
    expectTypeOf(tool.id).toEqualTypeOf<'plan'>()
    expectTypeOf(tool.execute).parameter(0).toEqualTypeOf<{ city: string; days?: string | undefined }>()
    expectTypeOf(tool.execute).returns.resolves.toEqualTypeOf<{ on: Date } | ValidationError>()
  })

  test('of Valibot type input and output', () => {
    const tool = createTool({
      id: 'plan',
      description: 'Plan',
      inputSchema: toStandardJsonSchema(v.object({ city: v.string(), days: v.optional(v.number(), 3) })),
      outputSchema: toStandardJsonSchema(v.object({ degrees: v.number() })),
      execute: async input => {
        expectTypeOf(input).toEqualTypeOf<{ city: string; days: number }>()
        return { degrees: 21 }
      },
    })
    expectTypeOf(tool.execute).parameter(0).toEqualTypeOf<{ city: string; days?: number | undefined }>()
    expectTypeOf(tool.execute).returns.resolves.toEqualTypeOf<{ degrees: number } | ValidationError>()
  })

  test('of ArkType type input and output', () => {
    const tool = createTool({
      id: 'plan',
      description: 'Plan',
      inputSchema: type({ city: 'string', 'days?': 'number' }),
      outputSchema: type({ degrees: 'number' }),
      execute: async input => {
        expectTypeOf(input).toEqualTypeOf<{ city: string; days?: number }>()
        return { degrees: 21 }
      },
    })
    expectTypeOf(tool.execute).parameter(0).toEqualTypeOf<{ city: string; days?: number }>()
    expectTypeOf(tool.execute).returns.resolves.toEqualTypeOf<{ degrees: number } | ValidationError>()
  })

  test('of plain JSON Schema are typed by jsonSchema', () => {
    const tool = createTool({
      id: 'plan',
      description: 'Plan',
      inputSchema: jsonSchema<Point>({ type: 'object' }),
      outputSchema: jsonSchema<{ degrees: number }>({ type: 'object' }),
      execute: async input => {
        expectTypeOf(input).toEqualTypeOf<Point>()
        return { degrees: 21 }
      },
    })
    expectTypeOf(tool.execute).parameter(0).toEqualTypeOf<Point>()
  })

  test('that are plain JSON Schema leave the input unknown', () => {
    createTool({
      id: 'plan',
      description: 'Plan',
      inputSchema: { type: 'object' },
      execute: async input => {
        expectTypeOf(input).toBeUnknown()
      },
    })
  })

  test('are kept on the tool with their own types', () => {
    const inputSchema = z.object({ city: z.string() })
    const tool = createTool({ id: 'plan', description: 'Plan', inputSchema })
    expectTypeOf(tool.inputSchema).toEqualTypeOf(inputSchema)
  })
})

describe('a tool without an output schema', () => {
  test('has the output that execute returns', () => {
    const tool = createTool({
      id: 'add',
      description: 'Add',
      execute: async () => ({ sum: 3 }),
      onOutput: ({ output }) => {
        expectTypeOf(output).toEqualTypeOf<{ sum: number }>()
      },
      toModelOutput: output => expectTypeOf(output).toEqualTypeOf<{ sum: number }>(),
    })
    expectTypeOf(tool.execute).returns.resolves.toEqualTypeOf<{ sum: number } | ValidationError>()
  })

  test('may be synchronous', () => {
    const tool = createTool({ id: 'add', description: 'Add', execute: () => 3 })
    expectTypeOf(tool.execute).returns.resolves.toEqualTypeOf<number | ValidationError>()
  })

  test('that is a generator has what it returns, or yields when it returns nothing', () => {
    const returning = createTool({
      id: 'a',
      description: 'A',
      async *execute() {
        yield 'part'
        return 7
      },
    })
    const yielding = createTool({
      id: 'b',
      description: 'B',
      async *execute() {
        yield 'part'
      },
    })
    expectTypeOf(returning.execute).returns.resolves.toEqualTypeOf<number | ValidationError>()
    expectTypeOf(yielding.execute).returns.resolves.toEqualTypeOf<string | ValidationError>()
  })

  test('that suspends has the output without the suspension', () => {
    const tool = createTool({
      id: 'ask',
      description: 'Ask',
      execute: async (_input, { suspend }) => (Math.random() > 1 ? suspend({}) : { sum: 3 }),
    })
    expectTypeOf(tool.execute).returns.resolves.toEqualTypeOf<{ sum: number } | ValidationError>()
  })
})

describe('the context', () => {
  test('is typed by the schemas of context, suspension and resumption', () => {
    createTool({
      id: 'ask',
      description: 'Ask',
      requestContextSchema: z.object({ user: z.string(), limit: z.string().transform(Number) }),
      suspendSchema: z.object({ ask: z.string() }),
      resumeSchema: z.object({ yes: z.boolean() }),
      execute: async (_input, context) => {
        expectTypeOf(context.requestContext).toEqualTypeOf<RequestContext<{ user: string; limit: number }>>()
        expectTypeOf(context.requestContext.get('limit')).toBeNumber()
        expectTypeOf(context.resumeData).toEqualTypeOf<{ yes: boolean } | undefined>()
        expectTypeOf(context.suspendPayload).toEqualTypeOf<{ ask: string } | undefined>()
        expectTypeOf(context.suspend).toEqualTypeOf<(payload: { ask: string }) => Promise<Suspension>>()
        // @ts-expect-error the payload must fit the suspend schema
        await context.suspend({ question: 'when?' })
        return context.suspend({ ask: 'when?' })
      },
    })
  })

  test('is complete without any schema', () => {
    createTool({
      id: 'ask',
      description: 'Ask',
      execute: async (_input, context) => {
        expectTypeOf(context.observe).toEqualTypeOf<ToolObserve>()
        expectTypeOf(context.toolCallId).toBeString()
        expectTypeOf(context.idempotencyKey).toBeString()
        expectTypeOf(context.attempt).toBeNumber()
        expectTypeOf(context.abortSignal).toEqualTypeOf<AbortSignal>()
        expectTypeOf(context.requestContext.get('anything')).toBeUnknown()
        expectTypeOf(context.observe.span('a', () => 7)).resolves.toBeNumber()
        expectTypeOf(context.observe.span('a', async span => span.traceId)).resolves.toEqualTypeOf<
          string | undefined
        >()
      },
    })
  })
})

describe('a wrong definition', () => {
  const base = { id: 'a', description: 'A' } as const

  test('does not compile', () => {
    // @ts-expect-error a tool has a description
    createTool({ id: 'a' })
    // @ts-expect-error a field that no tool has
    createTool({ ...base, parameters: {} })
    // @ts-expect-error the output does not fit its schema
    createTool({ ...base, outputSchema: z.object({ sum: z.number() }), execute: async () => ({ sum: '3' }) })
    // @ts-expect-error the output lacks a field
    createTool({ ...base, outputSchema: z.object({ sum: z.number() }), execute: async () => ({}) })
    createTool({
      ...base,
      outputSchema: z.object({ sum: z.number() }),
      // @ts-expect-error a generator returns what does not fit
      async *execute() {
        yield 1
        return 'x'
      },
    })
    createTool({
      ...base,
      inputSchema: z.object({ city: z.string() }),
      // @ts-expect-error the input has no such field
      execute: async ({ town }) => town,
    })
    // @ts-expect-error no such level
    createTool({ ...base, execute: async (_input, { observe }) => observe.log('loud', 'hello') })
    // @ts-expect-error no such phase
    createTool({ ...base, transform: { display: { outputs: () => 1 } } })
  })
})
