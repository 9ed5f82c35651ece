import { createRuntime, createTool, DefinitionError, isTool } from 'toolspan'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const good = { id: 'add', description: 'Add' }

/** Definitions that are wrong in one field, and what must be said of it. */
const wrong: [field: string, value: unknown, hint: string][] = [
  ['id', '', 'a text that is not empty'],
  ['id', 7, 'a text that is not empty'],
  ['id', undefined, 'a text that is not empty'],
  ['description', undefined, 'a model decides by it'],
  ['description', 7, 'a text'],
  ['title', 7, 'a text'],
  ['version', 2, 'a text'],
  ['inputSchema', 'string', 'a schema'],
  ['inputSchema', [], 'a schema'],
  ['inputSchema', new Map(), 'a schema'],
  ['outputSchema', () => true, 'a schema'],
  ['suspendSchema', 7, 'a schema'],
  ['resumeSchema', null, 'a schema'],
  ['requestContextSchema', true, 'a schema'],
  ['execute', 'run', 'a function'],
  ['strict', 'yes', 'true or false'],
  ['providerOptions', 'openai', 'an object'],
  ['inputExamples', { input: {} }, 'a list'],
  ['toModelOutput', {}, 'a function'],
  ['transform', () => 1, '{ display?, transcript? }'],
  ['transform', { display: { inputt: () => 1 } }, 'inputDelta'],
  [
    'transform',
    { screen: {} },
    'transform.screen is not a field of transform; known fields are display, transcript',
  ],
  ['transform', { display: { input: 'x' } }, 'a function'],
  ['requireApproval', 'always', 'true, false or a function'],
  ['background', true, 'an object'],
  ['timeoutMs', 0, 'milliseconds'],
  ['timeoutMs', -1, 'milliseconds'],
  ['timeoutMs', '5s', 'milliseconds'],
  ['timeoutMs', Number.NaN, 'milliseconds'],
  ['attemptTimeoutMs', 0, 'milliseconds'],
  ['retry', 3, 'maxAttempts'],
  ['retry', { delayMs: 5 }, 'maxAttempts'],
  ['retry', { maxAttempts: 0 }, 'maxAttempts'],
  ['retry', { maxAttempts: 1.5 }, 'maxAttempts'],
  ['retry', { maxAttempts: 2, delayMs: -1 }, 'retry.delayMs must be a number of at least 0'],
  ['retry', { maxAttempts: 2, backoff: 'linear' }, '"fixed" or "exponential"'],
  ['retry', { maxAttempts: 2, retries: 3 }, 'retry.retries is not a field of retry'],
  ['background', { timeoutMs: 5 }, 'background.enabled is missing'],
  ['inputExamples', [{ query: 'x' }], 'inputExamples[0].input is missing'],
  ['mcp', { hints: {} }, 'mcp.hints is not a field of mcp'],
  ['maxConcurrency', 0, 'at least 1'],
  ['mcp', 'hints', 'an object'],
  ['sensitive', ['pin'], 'input?, output?'],
  ['sensitive', { input: 'pin' }, 'a list of paths'],
  ['capture', 'all', '"none" or "redacted"'],
  ['onInputStart', 1, 'a function'],
  ['onInputDelta', 1, 'a function'],
  ['onInputAvailable', 1, 'a function'],
  ['onOutput', 1, 'a function'],
  ['onError', 1, 'a function'],
  ['parameters', {}, 'is not a field of a tool; known fields are id, description'],
]

function thrownBy(make: () => unknown): Error {
  try {
    make()
  } catch (error) {
    return error as Error
  }
  throw new Error('expected a throw')
}

describe('a definition', () => {
  test.each(wrong)(
    'whose %s is %j is refused with one sentence that names the field',
    (field, value, hint) => {
      const error = thrownBy(() => createTool({ ...good, [field]: value } as never))
      expect(error).toBeInstanceOf(DefinitionError)
      expect(error).toBeInstanceOf(TypeError)
      expect(error.message).toContain(field)
      expect(error.message).toContain(hint)
      expect(error.message).not.toContain('\n')
      if (field !== 'id') expect(error.message).toContain('"add"')
    },
  )

  test.each([undefined, null, 'add', 7])('that is %j is refused', definition => {
    expect(() => createTool(definition as never)).toThrow('createTool needs an object')
  })

  test('may leave out every field but id and description, and state any as undefined', () => {
    expect(createTool(good).id).toBe('add')
    expect(
      createTool({ ...good, title: undefined, inputSchema: undefined, retry: undefined }).title,
    ).toBeUndefined()
  })

  test('may have an empty description', () => {
    expect(createTool({ id: 'add', description: '' }).description).toBe('')
  })
})

describe('a tool', () => {
  const inputSchema = z.object({ a: z.number() })
  const definition = {
    ...good,
    inputSchema,
    mcp: { annotations: { readOnlyHint: true } },
    execute: async () => 1,
  }
  const tool = createTool(definition)

  test('is frozen, and its schemas are not', () => {
    expect(Object.isFrozen(tool)).toBe(true)
    expect(Object.isFrozen(inputSchema)).toBe(false)
    expect(() => Object.assign(tool, { id: 'other' })).toThrow(TypeError)
  })

  test('carries the fields of its definition as they were given', () => {
    expect(tool).toMatchObject({ ...good, inputSchema, mcp: { annotations: { readOnlyHint: true } } })
    expect(tool.inputSchema).toBe(inputSchema)
  })

  test('run on its own does not follow a definition that is changed afterwards', async () => {
    const definition = { ...good, execute: async () => 'first' }
    const tool = createTool(definition)
    definition.execute = async () => 'second'
    expect(await tool.execute(undefined)).toBe('first')
  })

  test('does not follow a definition that is changed afterwards', async () => {
    const changed = { ...good, execute: async () => 'before' }
    const made = createTool(changed)
    changed.execute = async () => 'after'
    expect(await createRuntime({ tools: [made] }).call('add', {})).toMatchObject({ output: 'before' })
  })

  test('is told from what is no tool', () => {
    expect(isTool(tool)).toBe(true)
    for (const value of [undefined, null, 7, {}, definition]) expect(isTool(value)).toBe(false)
  })
})

describe('a runtime', () => {
  const add = createTool(good)
  const sub = createTool({ ...good, id: 'sub' })

  test('takes a list or a record of tools, and keeps their order', () => {
    expect(createRuntime({ tools: [sub, add] }).tools.map(tool => tool.id)).toEqual(['sub', 'add'])
    expect(createRuntime({ tools: { x: add, y: sub } }).tools).toEqual([add, sub])
  })

  test('refuses two tools of one id', () => {
    expect(() => createRuntime({ tools: [add, createTool(good)] })).toThrow(
      'createRuntime: two tools are named "add"; give each its own id',
    )
  })

  test('refuses what is no tool, and says which', () => {
    expect(() => createRuntime({ tools: { add, broken: good as never } })).toThrow(
      'createRuntime: tools.broken is not a tool; make it with createTool()',
    )
  })

  test.each([undefined, null, 'weather', 7, () => []])('refuses tools that are %j', tools => {
    expect(() => createRuntime({ tools: tools as never })).toThrow(DefinitionError)
  })

  test('calls a tool it was not made with, by the tool itself', async () => {
    const more = createTool({ ...good, id: 'more', execute: async () => 'more' })
    expect(await createRuntime({ tools: [add] }).call(more, {})).toMatchObject({
      outcome: 'ok',
      output: 'more',
    })
  })
})
