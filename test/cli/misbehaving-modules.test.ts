import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { loadTools } from '../../src/cli/load-tools.js'
import { project } from './support/project.js'
import { runBin } from './support/run-bin.js'
import { runCli } from './support/run-cli.js'

const importing = `import { createTool } from 'toolspan'\n`
const tool = (id: string, body = '1') =>
  `export const ${id} = createTool({ id: '${id}', description: 'd', execute: () => { ${body} } })\n`

const inProject = (content: string, name = 'tools.ts') => project({ [name]: importing + content })
const called = (content: string, id: string, ...args: string[]) =>
  runBin(['call', 'tools.ts', id, '--input', '{}', ...args], { cwd: inProject(content) })

describe('standard output under --json is the answer alone, when', () => {
  const loud = `console.log('loaded')\n${tool('loud', `console.log('ran'); process.stdout.write('and wrote'); return 1`)}`

  test('a module and its tool print: it goes to standard error', async () => {
    const { stdout, stderr } = await called(loud, 'loud', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'ok', output: 1 })
    expect(stderr).toBe('loaded\nran\nand wrote')
  })

  test('a module that is listed prints', async () => {
    const { stdout, stderr } = await runBin(['list', 'tools.ts', '--json'], { cwd: inProject(loud) })
    expect(JSON.parse(stdout)).toMatchObject([{ id: 'loud' }])
    expect(stderr).toBe('loaded\n')
  })

  test('a call has no --json, what a tool prints stays where it was', async () => {
    expect((await called(loud, 'loud')).stdout).toMatch(/^loaded\nran\nand wrote/)
  })
})

describe('the end of the process is told in one sentence when', () => {
  test('a module ends it while it is loaded, with 2', async () => {
    const cwd = inProject('process.exit(0)')
    const { code, stdout, stderr } = await runBin(['list', 'tools.ts'], { cwd })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^toolspan: tools\.ts ended the process while it was loaded; .+\n$/)
  })

  test('a tool ends it, with 1', async () => {
    const { code, stderr } = await called(tool('leaves', 'process.exit(0)'), 'leaves')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^toolspan: the tool leaves of tools\.ts ended the process; .+\n$/)
  })

  test('a tool ends it under --json, as JSON', async () => {
    const { code, stdout, stderr } = await called(tool('leaves', 'process.exit(0)'), 'leaves', '--json')
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'tool_exits', message: expect.stringContaining('ended the process') },
    })
  })
})

describe('an export that throws when it is read', () => {
  const proxy = `export const bad = new Proxy({}, { has() { throw new Error('no') }, get() { throw new Error('no') } })\n`

  test('is left out with a sentence, and the other tools are kept', async () => {
    const { code, stdout, stderr } = await runCli(['list', 'tools.ts', '--json'], {
      cwd: inProject(proxy + tool('good')),
    })
    expect({ code, ids: JSON.parse(stdout).map(({ id }: { id: string }) => id) }).toEqual({
      code: 0,
      ids: ['good'],
    })
    expect(stderr).toBe('toolspan: tools.ts: the export bad cannot be read and is left out: no\n')
  })

  test('may be a field of a record, whose other tools are kept', async () => {
    const record = `${tool('good')}export const all = { good, get broken() { throw Object.create(null) } }`
    const { code, stderr } = await runCli(['list', 'tools.ts'], { cwd: inProject(record) })
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'toolspan: tools.ts: the export all.broken cannot be read and is left out: it gave no reason\n',
    })
  })

  test('is why there are no tools, where there are none', async () => {
    const { code, stderr } = await runCli(['list', 'tools.ts'], { cwd: inProject(proxy) })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'toolspan: tools.ts exports no tool that can be read; the export bad cannot: no\n',
    })
  })
})

describe('a module whose top level never ends is told in one sentence', () => {
  test.each(['tools.ts', 'tools.mjs'])('at once where nothing can end it: %s', async name => {
    const cwd = inProject(`await new Promise(() => {})\n${tool('late')}`, name)
    const { code, stdout, stderr, tookMs } = await runBin(['list', name], { cwd })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^toolspan: tools\.m?[tj]s does not end its loading: it awaits .+\n$/)
    expect(tookMs).toBeLessThan(9_000)
  })

  test('after a while where something still runs, and is said to be loading before', async () => {
    const said: string[] = []
    const cwd = inProject(`await new Promise(done => setTimeout(done, 30_000).unref())\n${tool('late')}`)
    const nothing = () => {}
    const stream = { write: nothing, on: nothing }
    const cli = Object.assign(new EventEmitter(), {
      ...{ argv: [], env: {}, cwd: () => cwd, stdout: stream, stderr: stream, stdin: Readable.from([]) },
    })
    const session = {
      ...{
        cli,
        exit: nothing,
        exits: { blame: nothing, stop: nothing },
        awake: setInterval(nothing, 60_000),
      },
      reporter: { show: nothing, give: nothing, fail: nothing, warn: (text: string) => said.push(text) },
    }
    const loading = loadTools(session, 'tools.ts', { sayAfterMs: 100, giveUpAfterMs: 1_500 })
    await expect(loading).rejects.toMatchObject({ code: 'module_hangs', exitCode: 2 })
    clearInterval(session.awake)
    expect(said).toEqual([expect.stringContaining('tools.ts is still loading')])
  })

  test('and one that ends after an await is loaded', async () => {
    const cwd = inProject(`await new Promise(done => setTimeout(done, 300))\n${tool('good')}`)
    expect((await runBin(['list', 'tools.ts'], { cwd })).code).toBe(0)
  })
})
