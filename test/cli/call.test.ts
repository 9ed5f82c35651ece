import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { project } from './support/project.js'
import { type BinSettings, runBin } from './support/run-bin.js'
import { toolsModule } from './support/tools-module.js'

const newProject = () => project({ 'tools.ts': toolsModule })

async function call(tool: string, args: string[] = [], settings: Partial<BinSettings> = {}) {
  const cwd = settings.cwd ?? newProject()
  const input = args.includes('--input') ? [] : ['--input', '{}']
  return { cwd, ...(await runBin(['call', 'tools.ts', tool, ...input, ...args], { cwd, ...settings })) }
}

const answerOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout)

describe('a call', () => {
  test('prints the output, how it ended and its trace with the logs of the ambient observe', async () => {
    const { code, stdout, stderr } = await call('echo', ['--input', '{"text":"hi"}'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('"said": "hi"')
    expect(stdout).toMatch(/^ok · measured \d/m)
    expect(stdout).toMatch(/^trace [0-9a-f]{32} · 2 spans/m)
    expect(stdout).toMatch(/└─ repeat/)
    expect(stdout).toContain('logged from deep inside')
  })

  test('gives one JSON object with --json', async () => {
    const answer = answerOf(await call('echo', ['--input', '{"text":"hi","times":2}', '--json']))
    expect(answer).toEqual({
      outcome: 'ok',
      toolName: 'echo',
      toolCallId: expect.stringMatching(/^call_/),
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      durationMs: expect.any(Number),
      output: { said: 'hihi', by: 'nobody' },
      error: null,
    })
  })

  test('shows the display view, and the real value with --raw', async () => {
    expect(answerOf(await call('shows', ['--json'])).output).toEqual({ name: 'Acme' })
    expect(answerOf(await call('shows', ['--json', '--raw'])).output).toEqual({
      name: 'Acme',
      apiKey: 'only-for-the-application',
    })
  })

  test('takes its input from a file, from standard input, and its context from JSON', async () => {
    const cwd = project({ 'tools.ts': toolsModule, 'input.json': '{"text":"from file"}' })
    const fromFile = await call('echo', ['--input', '@input.json', '--json'], { cwd })
    expect(answerOf(fromFile).output.said).toBe('from file')
    const fromStdin = await call('echo', ['--input', '-', '--json'], { cwd, stdin: '{"text":"from stdin"}' })
    expect(answerOf(fromStdin).output.said).toBe('from stdin')
    const args = ['--input', '{"text":""}', '--context', '{"user":"Ada"}', '--json']
    expect(answerOf(await call('echo', args, { cwd })).output.by).toBe('Ada')
  })

  test('writes values that JSON cannot hold, and no control characters', async () => {
    expect((await call('cyclic', ['--raw', '--json'])).code).toBe(0)
    const { stdout } = await call('escapes')
    expect(stdout).toContain('\\e[2Jgone')
    expect(stdout).not.toContain('\u001b')
  })
})

describe('an output that JSON cannot hold', () => {
  const content = `import { createTool } from 'toolspan'
    export const odd = createTool({ id: 'odd', description: 'd', execute: () =>
      ({ map: new Map([['a', { n: 2n }]]), set: new Set([1]), big: 10n, nan: NaN, plain: [1, 'x'] }) })
    export const plain = createTool({ id: 'plain', description: 'd', execute: () => ({ n: 1, none: undefined }) })`
  const newCwd = () => project({ 'tools.ts': content })

  test('is shown whole, as Node shows it, with --raw', async () => {
    const { stdout } = await call('odd', ['--raw'], { cwd: newCwd() })
    for (const part of ["Map(1) { 'a' => { n: 2n } }", 'Set(1) { 1 }', 'big: 10n', 'nan: NaN'])
      expect(stdout).toContain(part)
  })

  test('is JSON with what it cannot hold as text, with --raw and --json', async () => {
    expect(answerOf(await call('odd', ['--raw', '--json'], { cwd: newCwd() })).output).toEqual({
      map: "Map(1) { 'a' => { n: 2n } }",
      set: 'Set(1) { 1 }',
      big: '10n',
      nan: 'NaN',
      plain: [1, 'x'],
    })
  })

  test('is told from one that JSON can hold, which is JSON', async () => {
    expect((await call('plain', ['--raw'], { cwd: newCwd() })).stdout).toMatch(/^\{\n {2}"n": 1\n\}\n/)
  })
})

describe('the exit code is', () => {
  test.each([
    ['dispatched', 'elsewhere', 0],
    ['suspended', 'suspends', 0],
    ['awaiting_approval', 'asks', 0],
    ['error', 'fails', 1],
    ['input_invalid', 'echo', 1],
  ])('for %s as documented', async (outcome, tool, code) => {
    const run = await call(tool, ['--json'])
    expect(answerOf(run).outcome).toBe(outcome)
    expect(run.code).toBe(code)
  })

  test('1 when the deadline passes, though the tool never ends', async () => {
    const run = await call('slow', ['--timeout', '200ms', '--json'])
    expect({ code: run.code, outcome: answerOf(run).outcome }).toEqual({ code: 1, outcome: 'timed_out' })
    expect(run.tookMs).toBeLessThan(8_000)
  })

  test.skipIf(process.platform === 'win32')('130 after Ctrl-C, and the call is cancelled', async () => {
    const run = await call('waits', ['--json'], { interruptAt: 'waiting' })
    expect({ code: run.code, outcome: answerOf(run).outcome }).toEqual({ code: 130, outcome: 'cancelled' })
  })
})

describe('nothing is called and no span opened by', () => {
  test.each([
    ['an unknown tool', 'nothing', [], /has no tool named "nothing"; it has fails, .+, echo\n/],
    [
      'input that is not JSON',
      'echo',
      ['--input', '{"a":'],
      /--input cannot be read as JSON: it ends too early/,
    ],
    [
      'an input file that is missing',
      'echo',
      ['--input', '@none.json'],
      /none\.json cannot be read \(ENOENT\)/,
    ],
    ['a context that is no object', 'echo', ['--context', '[1]'], /--context must be a JSON object/],
    ['a timeout that is none', 'echo', ['--timeout', 'soon'], /"soon" is not a duration/],
  ])('%s', async (_, tool, args, sentence) => {
    const { code, stdout, stderr, cwd } = await call(tool, args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(sentence)
    expect(stderr).toMatch(/^toolspan: .+\n$/)
    expect(existsSync(join(cwd, '.toolspan'))).toBe(false)
  })
})

test('What a tool throws shows no secret in any output or file, and no stack trace', async () => {
  const cwd = newProject()
  const runs = [await call('fails', [], { cwd }), await call('fails', ['--json', '--raw'], { cwd })]
  const files = readdirSync(join(cwd, '.toolspan'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.jsonl'))
    .map(name => readFileSync(join(cwd, '.toolspan', name), 'utf8'))
  expect(files.length).toBeGreaterThan(1)
  for (const text of [...runs.flatMap(({ stdout, stderr }) => [stdout, stderr]), ...files])
    expect(text).not.toMatch(/hunter2hunter2|ghp_0123/)
  for (const { stdout, stderr } of runs) expect(stdout + stderr).not.toMatch(/^\s+at /m)
})

test('A tool that a runtime is exported with runs under the policies of that runtime', async () => {
  const content = `import { createRuntime, createTool } from 'toolspan'
    const act = createTool({ id: 'act', description: 'Acts', execute: () => 1 })
    export default createRuntime({ tools: [act], requireApproval: true })`
  const run = await call('act', ['--json'], { cwd: project({ 'tools.ts': content }) })
  expect({ code: run.code, outcome: answerOf(run).outcome }).toEqual({
    code: 0,
    outcome: 'awaiting_approval',
  })
})

test('An error that a tool leaves behind is told in one sentence, and the call ends as it would', async () => {
  const { code, stdout, stderr } = await call('strays', ['--json'])
  expect({ code, outcome: JSON.parse(stdout).outcome }).toEqual({ code: 1, outcome: 'ok' })
  expect(stderr).toMatch(
    /^toolspan: an error was thrown where nobody could catch it: left behind with \[RED.+\n$/,
  )
})

test('A call that waits for ever after such an error is given up', async () => {
  const { code, stderr } = await call('stuck')
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /: in a timer; .+\ntoolspan: the command did not end after that error and was given up\n$/,
  )
})

test('An input that is not JSON is not repeated in the message', async () => {
  const { stderr } = await call('echo', ['--input', '{"key":"ghp_0123456789abcdefghij0123456789abcdefgh" }}'])
  expect(stderr).toContain('line 1, column')
  expect(stderr).not.toContain('ghp_')
})

describe('a call of a tool that runs in the background', () => {
  const cwd = () =>
    project({
      'tools.ts': `import { createTool } from 'toolspan'
        export const report = createTool({
          id: 'report',
          description: 'Writes a report',
          background: { enabled: true, maxRetries: 1, retryDelayMs: 1 },
          async execute({ fails }: { fails?: boolean }, { attempt }) {
            if (attempt === 1 || fails) throw new Error('no paper')
            return { pages: 3, token: 'ghp_' + 'a1B2c3D4e5F6'.repeat(3) }
          },
        })`,
    })

  test('waits for its task, and shows what it came to as people may see it', async () => {
    const { code, stdout } = await call('report', [], { cwd: cwd() })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^dispatched · measured/m)
    expect(stdout).toMatch(/"pages": 3/)
    expect(stdout).toMatch(/^task completed · 2 attempts · task_/m)
    expect(stdout).not.toContain('a1B2c3D4e5F6')
  })

  test('exits 1 when its task failed, and tells machines why', async () => {
    const ran = await call('report', ['--input', '{"fails":true}', '--json'], { cwd: cwd() })
    expect(ran.code).toBe(1)
    expect(answerOf(ran)).toMatchObject({
      outcome: 'dispatched',
      task: { state: 'failed', attempt: 2, output: null, error: { type: 'Error', message: 'no paper' } },
    })
  })
})
