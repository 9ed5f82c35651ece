import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { project } from './support/project.js'
import { runCli } from './support/run-cli.js'

const content = `
import { createTool } from 'toolspan'
import { z } from 'zod'
export const weather = createTool({
  id: 'get-weather',
  title: 'Weather',
  description: 'Tells the weather',
  inputSchema: z.object({
    city: z.string(),
    units: z.enum(['celsius', 'fahrenheit']).default('celsius'),
    days: z.array(z.number()).optional(),
  }),
  outputSchema: z.object({ degrees: z.number() }),
  strict: true,
  requireApproval: true,
  inputExamples: [{ input: { city: 'Oslo' } }],
  providerOptions: { anthropic: { cache_control: { type: 'ephemeral' } } },
  mcp: { annotations: { readOnlyHint: true }, _meta: { 'openai/outputTemplate': 'ui://weather' } },
})
`
const list = (...args: string[]) =>
  runCli(['list', 'tools.ts', ...args], { cwd: project({ 'tools.ts': content }) })

const asJson = async (form: string) => JSON.parse((await list('--as', form)).stdout)

test('The table names each field with its type, whether it may be left out, and its default', async () => {
  const { code, stdout } = await list()
  expect(code).toBe(0)
  for (const field of ['city: string', 'units?: "celsius" | "fahrenheit" = "celsius"', 'days?: number[]'])
    expect(stdout).toContain(field)
})

test('The table says what is special about running a tool', async () => {
  expect((await list()).stdout).toContain('needs approval, runs elsewhere, read-only')
})

test('The table fits a terminal of 60 columns', async () => {
  const { stdout } = await runCli(['list', 'tools.ts'], {
    cwd: project({ 'tools.ts': content }),
    columns: 60,
  })
  for (const line of stdout.split('\n')) expect(plain(line).length).toBeLessThanOrEqual(60)
})

test('A description cannot send control characters to the terminal', async () => {
  const tools = content.replace('Tells the weather', '\\u001b[2Jgone')
  const { stdout } = await runCli(['list', 'tools.ts'], { cwd: project({ 'tools.ts': tools }) })
  expect(stdout).toContain('\\e[2Jgone')
  expect(stdout).not.toContain('\u001b')
})

describe('--as', () => {
  const parameters = {
    type: 'object',
    required: ['city'],
    properties: expect.objectContaining({ city: { type: 'string' } }),
  }

  test('openai gives function tools', async () => {
    const name = 'get-weather'
    expect(await asJson('openai')).toEqual([
      {
        type: 'function',
        function: {
          name,
          description: 'Tells the weather',
          parameters: expect.objectContaining(parameters),
          strict: true,
        },
      },
    ])
  })

  test('anthropic gives input_schema, examples and the options of the provider', async () => {
    expect(await asJson('anthropic')).toEqual([
      expect.objectContaining({
        name: 'get-weather',
        input_schema: expect.objectContaining(parameters),
        input_examples: [{ city: 'Oslo' }],
        cache_control: { type: 'ephemeral' },
      }),
    ])
  })

  test('mcp gives the tools of tools/list, annotations and _meta unchanged', async () => {
    const { tools } = await asJson('mcp')
    expect(tools).toEqual([
      expect.objectContaining({
        name: 'get-weather',
        title: 'Weather',
        inputSchema: expect.objectContaining(parameters),
        outputSchema: expect.objectContaining({ type: 'object' }),
        annotations: { readOnlyHint: true },
        _meta: { 'openai/outputTemplate': 'ui://weather' },
      }),
    ])
  })

  test('json-schema gives both schemas', async () => {
    expect(await asJson('json-schema')).toEqual([
      expect.objectContaining({
        id: 'get-weather',
        outputSchema: expect.objectContaining({ type: 'object' }),
      }),
    ])
  })

  test('refuses a schema without JSON form, with the reason', async () => {
    const plainSchema = `{ '~standard': { version: 1, vendor: 'homemade', validate: value => ({ value }) } }`
    const tools = `import { createTool } from 'toolspan'
      export const t = createTool({ id: 't', description: 'd', inputSchema: ${plainSchema}, execute: () => 1 })`
    const cwd = project({ 'tools.ts': tools })
    const { code, stderr } = await runCli(['list', 'tools.ts', '--as', 'openai'], { cwd })
    expect(code).toBe(2)
    expect(stderr).toContain('the inputSchema of t has no JSON Schema form: its library (homemade)')
    expect((await runCli(['list', 'tools.ts'], { cwd })).code).toBe(0)
  })
})

function plain(line: string): string {
  return stripVTControlCharacters(line)
}
