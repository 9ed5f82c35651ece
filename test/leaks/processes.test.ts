import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { project } from '../cli/support/project.js'
import { runBin } from '../cli/support/run-bin.js'

const secret = `ghp_${randomBytes(18).toString('hex')}`
const input = JSON.stringify({ note: `uses ${secret}`, headers: [['authorization', `Bearer ${secret}`]] })

const tools = `
import { createTool, observe } from 'toolspan'
const tool = (id, execute) => createTool({ id, description: 'Plants a secret', execute })
export const gives = tool('gives', async given => {
  observe.log('warn', 'got ' + given.note, { given })
  await observe.span('asks ' + given.note, () => {}, given)
  return given
})
export const fails = tool('fails', async given => {
  throw new AggregateError([new Error(given.note)], given.note, { cause: given })
})
`

interface Output {
  name: string
  text: string
}

/** Runs every command that shows what a call held, and gives what was written anywhere. */
async function outputs(): Promise<Output[]> {
  const cwd = project({ 'tools.mjs': tools })
  const run = async (...args: string[]): Promise<Output> => {
    const { stdout, stderr } = await runBin(args, {
      cwd,
      env: { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' },
    })
    return { name: args.slice(0, 4).join(' '), text: stdout + stderr }
  }
  const found: Output[] = []
  for (const tool of ['gives', 'fails'])
    for (const more of [[], ['--json']])
      found.push(await run('call', 'tools.mjs', tool, ...more, '--input', input))
  const traces = await run('traces', '--json')
  const ids: string[] = [...traces.text.matchAll(/"traceId": "([0-9a-f]{32})"/g)].map(match => match[1] ?? '')
  found.push(traces, await run('traces'))
  for (const id of ids) found.push(await run('trace', id), await run('trace', id, '--json'))
  found.push(...storedIn(join(cwd, '.toolspan')))
  return found
}

function storedIn(folder: string): Output[] {
  return readdirSync(folder, { recursive: true })
    .map(file => join(folder, String(file)))
    .filter(file => statSync(file).isFile())
    .map(name => ({ name, text: readFileSync(name, 'latin1') }))
}

describe('a secret in input, output, log, span and error of a tool on the command line', () => {
  test('is in nothing that is printed or stored', async () => {
    const all = await outputs()
    expect(all.length).toBeGreaterThan(10)
    expect(all.filter(({ text }) => text.includes(secret)).map(({ name }) => name)).toEqual([])
    expect(all.filter(({ text }) => text.includes('REDACTED')).length).toBeGreaterThan(6)
  }, 120_000)

  test('is there with --raw, so that the search can find it', async () => {
    const cwd = project({ 'tools.mjs': tools })
    const { stdout } = await runBin(['call', 'tools.mjs', 'gives', '--raw', '--input', input], { cwd })
    expect(stdout).toContain(secret)
  }, 60_000)
})

describe('a program with nothing configured', () => {
  const program = `
import { createRuntime } from 'toolspan'
import * as tools from './tools.mjs'
const runtime = createRuntime({ tools: [tools.gives, tools.fails] })
const input = JSON.parse(process.argv[2])
for (const tool of runtime.tools) await runtime.call(tool.id, input)
`
  test('writes warnings and errors to standard error, without the secret', () => {
    const cwd = project({ 'tools.mjs': tools, 'program.mjs': program })
    const { stdout, stderr } = spawnSync(process.execPath, ['program.mjs', input], { cwd, encoding: 'utf8' })
    const written = stdout + stderr
    expect(written).toContain('fails ended error')
    expect(written).not.toContain(secret)
  }, 60_000)
})
