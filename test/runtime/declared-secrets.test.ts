import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { createTool, jsonSchema, type ToolSchema } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

// A word that no pattern recognises: only its declaration says that it is a secret.
const word = 'marmalade toast'

const declarations: [how: string, fields: { inputSchema: ToolSchema; sensitive?: { input: string[] } }][] = [
  ['Zod meta', { inputSchema: z.object({ door: z.string().meta({ sensitive: true }) }) }],
  [
    'JSON Schema writeOnly',
    { inputSchema: jsonSchema({ type: 'object', properties: { door: { writeOnly: true } } }) },
  ],
  [
    'the password format',
    { inputSchema: { type: 'object', properties: { door: { type: 'string', format: 'password' } } } },
  ],
  ['x-sensitive', { inputSchema: { type: 'object', properties: { door: { 'x-sensitive': true } } } }],
  ['a path of the tool', { inputSchema: z.object({ door: z.string() }), sensitive: { input: ['door'] } }],
  [
    'a path, in Valibot',
    { inputSchema: toStandardJsonSchema(v.object({ door: v.string() })), sensitive: { input: ['door'] } },
  ],
  ['a path, in ArkType', { inputSchema: type({ door: 'string' }), sensitive: { input: ['door'] } }],
]

describe.each(declarations)('a field declared sensitive by %s', (_how, fields) => {
  test('reaches execute, and no sink: by its place or by its value', async () => {
    let got: unknown
    const tool = createTool({
      id: 'open-door',
      description: 'Opens',
      ...fields,
      execute: async (input, { observe }) => {
        got = input
        observe.log('warn', `tried ${word}`, { note: word })
        await observe.span('try', span => span.setAttribute('note', word), { with: word })
        throw new Error(`"${word}" does not open it`)
      },
    })
    const t = createTestRuntime({ tools: [tool], capture: 'redacted' })
    const result = await t.call('open-door', { door: word })
    expect(got).toEqual({ door: word })
    expect(result.outcome).toBe('error')
    const told = JSON.stringify([
      t.spans(),
      t.logs(),
      t.lines(),
      t.events(),
      t.transcript(),
      result.error?.message,
    ])
    expect(told).not.toContain(word)
    expect(told).toContain('REDACTED')
  })
})

describe('an output field that is declared', () => {
  test('is kept for the application and for nobody else', async () => {
    const tool = createTool({
      id: 'new-code',
      description: 'Makes a code',
      outputSchema: z.object({ codes: z.array(z.object({ door: z.string().meta({ sensitive: true }) })) }),
      execute: async () => ({ codes: [{ door: word }] }),
      onOutput: () => Promise.reject(new Error(`could not post ${word}`)),
    })
    const t = createTestRuntime({ tools: [tool], capture: 'redacted' })
    expect(await t.call('new-code', {})).toMatchObject({ output: { codes: [{ door: word }] } })
    expect(JSON.stringify([t.spans(), t.logs(), t.lines(), t.events(), t.transcript()])).not.toContain(word)
    expect(t.span('execute_tool new-code').attributes['gen_ai.tool.call.result']).toMatch(/REDACTED/)
  })
})

// https://github.com/langchain-ai/langsmith-sdk/issues/3372
test('what is redacted for telemetry stays as it was for the application', async () => {
  const config = Object.freeze({ headers: Object.freeze({ authorization: `Bearer ${word}` }), retries: 3 })
  const tool = createTool({ id: 'fetch', description: 'Fetch', execute: async input => input })
  const t = createTestRuntime({ tools: [tool], capture: 'redacted' })
  const result = await t.call('fetch', config)
  expect(result.outcome === 'ok' && result.output).toBe(config)
  expect(config).toEqual({ headers: { authorization: `Bearer ${word}` }, retries: 3 })
  expect(t.span('execute_tool fetch').attributes['gen_ai.tool.call.arguments']).toMatch(/"retries":3/)
  expect(JSON.stringify([t.spans(), t.events(), t.transcript()])).not.toContain('marmalade')
})

test('a secret that was registered is known in every sink, however it is encoded', async () => {
  const { createRedactor } = await import('toolspan')
  const redactor = createRedactor()
  redactor.registerSecret('correct-horse-battery')
  const encoded = Buffer.from('correct-horse-battery').toString('base64')
  const tool = createTool({
    id: 'say',
    description: 'Say',
    execute: async (_input, { observe }) =>
      observe.log('info', `plain correct-horse-battery, packed ${encoded}`),
  })
  const t = createTestRuntime({ tools: [tool], redactor })
  await t.call('say', {})
  const told = JSON.stringify([t.logs(), t.lines(), t.spans()])
  expect(told).toContain('plain [REDACTED')
  expect(told).not.toContain('correct-horse-battery')
  expect(told).not.toContain(encoded)
})

describe('what a tool that runs elsewhere settles with', () => {
  test('is an output: its declared values are known in everything told from then on', async () => {
    const tool = createTool({
      id: 'vault',
      description: 'Opens elsewhere',
      inputSchema: z.object({ hint: z.string().meta({ sensitive: true }) }),
      outputSchema: z.object({ door: z.string().meta({ sensitive: true }), note: z.string() }),
      sensitive: { output: ['rows[*].key'] },
      transform: { display: { output: ({ output }) => ({ said: `the door opens with ${output?.door}` }) } },
    })
    const t = createTestRuntime({ tools: [tool], capture: 'redacted' })
    const input = { hint: 'rhymes with lemonade' }
    const result = await t.call('vault', input)
    if (result.outcome !== 'dispatched') throw new Error(`it ended ${result.outcome}`)
    input.hint = 'changed since'
    result.settle({
      door: word,
      note: `try ${word}, or what rhymes with lemonade`,
      rows: [{ key: 'blue biscuit' }, `blue biscuit ${word}`],
    })
    await new Promise(resolve => setImmediate(resolve))
    const told = JSON.stringify([t.spans(), t.logs(), t.lines(), t.events(), t.transcript()])
    for (const secret of [word, 'rhymes with lemonade', 'blue biscuit']) expect(told).not.toContain(secret)
    expect(t.span('execute_tool vault').attributes['gen_ai.tool.call.result']).toMatch(
      /try \[REDACTED:known\], or/,
    )
    expect(JSON.stringify(t.events())).toContain('the door opens with [REDACTED:known]')
  })
})

describe('a payload that does not fit its schema, where that declares what is sensitive', () => {
  const tool = createTool({
    id: 'open-door',
    description: 'Opens',
    inputSchema: z.strictObject({ door: z.string().meta({ sensitive: true }), city: z.string() }),
    execute: async () => 'open',
  })
  const misfits: [what: string, input: unknown][] = [
    ['wrapped in another object', { args: { door: word, city: 'Oslo' } }],
    ['in a list', [{ door: word, city: 'Oslo' }]],
    ['under another name', { Door: word, city: 'Oslo' }],
    ['one level down', { door: { text: word }, city: 'Oslo' }],
    ['a text', `door ${word}`],
    ['JSON that was cut off', `{"city": "Oslo", "door": "${word}`],
    ['JSON inside another field', { input: JSON.stringify({ door: word }) }],
  ]

  test.each(misfits)('is shown without its values: %s', async (_what, input) => {
    const t = createTestRuntime({ tools: [tool], capture: 'redacted' })
    const result = await t.call('open-door', input as never)
    expect(result.outcome).toBe('input_invalid')
    const told = JSON.stringify([t.spans(), t.logs(), t.lines(), t.events(), t.transcript(), result.error])
    expect(told).not.toContain(word)
    expect(t.span('execute_tool open-door').attributes['gen_ai.tool.call.arguments']).toContain('undeclared')
  })

  test('leaves the attributes of the call alone that say what the input says too', async () => {
    const t = createTestRuntime({ tools: [tool] })
    await t.call('open-door', { door: word, city: 'Oslo' }, { attributes: { place: 'Oslo', note: word } })
    const { place, note } = t.span('execute_tool open-door').attributes
    expect([place, note]).toEqual(['Oslo', '[REDACTED:known]'])
  })

  test('is let through as output, and shown without its values', async () => {
    const gives = createTool({
      id: 'gives',
      description: 'Gives',
      outputSchema: z.object({ door: z.string().meta({ sensitive: true }) }),
      execute: async () => ({ doors: [word] }) as never,
    })
    const t = createTestRuntime({ tools: [gives], capture: 'redacted', invalidOutput: 'warn' })
    const result = await t.call('gives', {})
    expect(result).toMatchObject({ outcome: 'ok', output: { doors: [word] } })
    expect(
      JSON.stringify([t.spans(), t.events(), t.transcript(), await result.view('display')]),
    ).not.toContain(word)
  })
})

describe('a field of the request context that is declared', () => {
  test('is known in whatever the tool tells of it', async () => {
    const tool = createTool({
      id: 'fetch',
      description: 'Fetches',
      requestContextSchema: z.object({ login: z.string().meta({ sensitive: true }), user: z.string() }),
      execute: async (_input, { observe, requestContext }) => {
        observe.log('warn', `${requestContext.get('user')} came with ${requestContext.get('login')}`)
        throw new Error(`${requestContext.get('login')} was refused`)
      },
    })
    const t = createTestRuntime({ tools: [tool] })
    const result = await t.call('fetch', {}, { requestContext: { login: word, user: 'ann' } })
    expect(result.error?.message).toBe('[REDACTED:known] was refused')
    const told = JSON.stringify([t.spans(), t.logs(), t.lines(), t.events(), t.transcript()])
    expect(told).not.toContain(word)
    expect(told).toContain('ann came with [REDACTED:known]')
  })
})

describe('a class of errors that is named after a declared value', () => {
  const fails = (secret: string) => () => {
    const Named = { [secret]: class extends Error {} }[secret] as new (text: string) => Error
    return Promise.reject(new Named('no'))
  }
  const places: [where: string, fields: (secret: string) => object, metric: string][] = [
    ['hook', secret => ({ onOutput: fails(secret) }), 'toolspan.hook.duration'],
    ['model output', secret => ({ toModelOutput: fails(secret) }), 'toolspan.transform.duration'],
    [
      'transform',
      secret => ({ transform: { transcript: { output: fails(secret) } } }),
      'toolspan.transform.duration',
    ],
    ['execute', secret => ({ execute: fails(secret) }), 'gen_ai.execute_tool.duration'],
  ]

  test.each(places)('is told as _OTHER where the %s throws it', async (_where, fields, metric) => {
    const tool = createTool({
      id: 'open-door',
      description: 'Opens',
      inputSchema: z.object({ door: z.string().meta({ sensitive: true }) }),
      execute: async () => 'open',
      ...fields('Marmalade'),
    })
    const t = createTestRuntime({ tools: [tool], metrics: 'all' })
    await t.call('open-door', { door: 'Marmalade' })
    const types = (await t.metric(metric)).map(({ attributes }) => attributes['error.type'])
    expect(types).toContain('_OTHER')
    expect(JSON.stringify([types, t.spans(), t.logs(), t.lines(), t.transcript()])).not.toContain('Marmalade')
  })
})
