import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { project } from '../cli/support/project.js'
import { runBin } from '../cli/support/run-bin.js'
import { commands } from './sinks.js'

const secret = `ghp_${randomBytes(18).toString('hex')}`
const input = JSON.stringify({ note: `uses ${secret}`, headers: [['authorization', `Bearer ${secret}`]] })

const tools = `
import { createTool, observe } from 'toolspan'
const schema = { type: 'object', properties: { note: { type: 'string', default: '${secret}' } } }
const tool = (id, execute, fields) =>
  createTool({ id, description: 'Plants ${secret}', inputSchema: schema, execute, ...fields })
class Refusal extends Error {}
Object.defineProperty(Refusal, 'name', { value: '${secret}' })
export const gives = tool('gives', async given => {
  observe.log('warn', 'got ' + given.note, { given, [given.note]: 1 })
  await observe.span('asks ' + given.note, () => {}, given)
  return given
})
export const fails = tool('fails', async given => {
  throw new AggregateError([new Refusal(given.note)], given.note, { cause: given })
})
export const misfits = tool('misfits', async given => given, {
  inputSchema: { type: 'object', properties: { note: { enum: ['a', 'b'] } }, additionalProperties: false },
})
export const waits = tool('waits', async given => given, {
  requireApproval: () => { throw new Refusal('${secret}') },
})
`

interface Output {
  name: string
  text: string
}

/** Runs every command that shows what calls held, and gives what was written anywhere. */
async function outputs(): Promise<Output[]> {
  const cwd = project({ 'tools.mjs': tools, 'app.log': `sent ${secret}\n${input}\n` })
  const env = { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' }
  const found: Output[] = []
  async function run(command: readonly string[]): Promise<void> {
    const { stdout, stderr } = await runBin([...command], { cwd, env })
    found.push({ name: command.join(' ').replaceAll(input, '{input}'), text: stdout + stderr })
  }
  for (const command of commands) {
    const filled = command.map(word =>
      word
        .replace('{input}', input)
        .replace('{file}', 'app.log')
        .replace('{ticket}', () => nextTicket(found)),
    )
    if (!command.includes('{trace}')) await run(filled)
    else for (const id of traceIds(found)) await run(filled.map(word => word.replace('{trace}', id)))
  }
  return [...found, ...storedIn(join(cwd, '.toolspan'))]
}

function traceIds(found: readonly Output[]): string[] {
  const listed = found.find(({ name }) => name === 'traces --json')?.text ?? ''
  return [...new Set([...listed.matchAll(/"traceId": "([0-9a-f]{32})"/g)].map(match => match[1] ?? ''))]
}

/** Answers each of the tickets that wait once. */
function nextTicket(found: readonly Output[]): string {
  const listed = found.find(({ name }) => name === 'pending --json')?.text ?? ''
  const used = found.map(({ name }) => name).join()
  const tickets = [...listed.matchAll(/"ticket": "([^"]+)"/g)].map(match => match[1] ?? '')
  return tickets.find(ticket => !used.includes(ticket)) ?? ''
}

function storedIn(folder: string): Output[] {
  return readdirSync(folder, { recursive: true })
    .map(file => join(folder, String(file)))
    .filter(file => statSync(file).isFile())
    .map(name => ({ name, text: readFileSync(name, 'latin1') }))
}

describe('a secret in input, output, log, span, error and definition of a tool on the command line', () => {
  test('is in nothing that is printed or stored, though every command met it', async () => {
    const all = await outputs()
    expect(all.length).toBeGreaterThan(commands.length)
    expect(all.filter(({ text }) => text.includes(secret)).map(({ name }) => name)).toEqual([])
    // A list of traces says only names and outcomes.
    const masked = all
      .filter(({ text }) => /REDACTED|github-token/.test(text))
      .map(({ name }) => name.split(' ')[0])
    for (const command of ['list', 'call', 'pending', 'approve', 'run-decided', 'trace', 'redact'])
      expect(masked).toContain(command)
  }, 180_000)
})

test('With --raw the secret is there, so that the search can find it', async () => {
  const cwd = project({ 'tools.mjs': tools })
  const { stdout } = await runBin(['call', 'tools.mjs', 'gives', '--raw', '--input', input], { cwd })
  expect(stdout).toContain(secret)
}, 60_000)

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
