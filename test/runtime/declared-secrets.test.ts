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
