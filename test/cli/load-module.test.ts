import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importModule } from '../../src/cli/import-module.js'
import { createTool, observe } from '../../src/index.js'
import { project } from './support/project.js'
import { runCli } from './support/run-cli.js'
import { temporaryDirectory } from './support/temporary-directory.js'

const secret = 'hunter2hunter2'
const token = 'ghp_0123456789abcdefghij0123456789abcdefgh'
const tool = (id: string) => `createTool({ id: '${id}', description: 'd', execute: () => 1 })`
const importing = `import { createTool, createRuntime } from 'toolspan'\n`

async function list(content: string, name = 'tools.ts') {
  return runCli(['list', name, '--json'], { cwd: project({ [name]: content }) })
}

async function idsIn(content: string): Promise<string[]> {
  const { stdout } = await list(importing + content)
  return JSON.parse(stdout).map(({ id }: { id: string }) => id)
}

describe('the tools of a module are', () => {
  test('its exports that are tools', async () => {
    expect(
      await idsIn(`export const a = ${tool('a')}\nexport default ${tool('b')}\nexport const c = 1`),
    ).toEqual(expect.arrayContaining(['a', 'b']))
  })
  test('those of an exported array', async () =>
    expect(await idsIn(`export const tools = [${tool('a')}, ${tool('b')}]`)).toEqual(['a', 'b']))
  test('those of an exported record', async () =>
    expect(await idsIn(`export default { x: ${tool('a')} }`)).toEqual(['a']))
  test('those of an exported runtime', async () =>
    expect(await idsIn(`export const runtime = createRuntime({ tools: [${tool('a')}] })`)).toEqual(['a']))
  test('listed once when exported in several ways', async () => {
    const twice = `export const a = ${tool('a')}\nexport const tools = { a }\nexport default createRuntime({ tools })`
    expect(await idsIn(twice)).toEqual(['a'])
  })
})

describe('a module that cannot be used is told in one sentence:', () => {
  test.each([
    [
      'it throws',
      `throw new Error('no postgres://app:${secret}@db/x\\nwith ${token}')`,
      /could not be loaded: no postgres/,
    ],
    ['it throws a text', `throw '${token} is wrong'`, /could not be loaded: \[REDACTED/],
    [
      'it is not TypeScript',
      `${importing}export const a = createTool({`,
      /could not be loaded: .+ at line 2, column/,
    ],
    [
      'a field is wrong',
      `${importing}createTool({ id: 'x', description: '', exeute: 1 })`,
      /exeute is not a field/,
    ],
    [
      'a package is missing',
      `import '@acme/nothing/deep'`,
      /imports @acme\/nothing, .+ npm install @acme\/nothing/,
    ],
    [
      'a file is missing',
      `import './nothing.js'`,
      /could not be loaded: Cannot find module '\.\/nothing\.js'/,
    ],
    ['it has no tools', 'export const a = 1', /exports no tool; export what/],
    [
      'two tools have one id',
      `${importing}export const a = ${tool('x')}, b = ${tool('x')}`,
      /two tools named "x"/,
    ],
  ])('%s', async (_, content, sentence) => {
    const cwd = project({ 'tools.ts': content })
    const { code, stdout, stderr } = await runCli(['list', 'tools.ts'], { cwd })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(sentence)
    expect(stderr).toMatch(/^toolspan: .+\n$/)
    for (const hidden of [secret, token]) expect(stderr).not.toContain(hidden)
  })

  test('it is not there', async () => {
    const { code, stderr } = await runCli(['list', 'nothing.ts'])
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('there is no file nothing.ts'),
    })
  })

  test('it is a directory', async () => {
    const { code, stderr } = await runCli(['list', '.'])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('. is a directory') })
  })
})

describe('toolspan, as a TypeScript module imports it,', () => {
  const content = `export { createTool, observe } from 'toolspan'`

  test('is the copy that the command runs', async () => {
    const cwd = project({ 'tools.ts': content })
    expect(await importModule(join(cwd, 'tools.ts'))).toMatchObject({ createTool, observe })
  })

  test('is so where another copy is installed beside the module', async () => {
    const cwd = temporaryDirectory()
    mkdirSync(join(cwd, 'node_modules/toolspan'), { recursive: true })
    writeFileSync(join(cwd, 'node_modules/toolspan/package.json'), '{"name":"toolspan","main":"index.js"}')
    writeFileSync(join(cwd, 'node_modules/toolspan/index.js'), 'throw new Error("another copy")')
    writeFileSync(join(cwd, 'tools.ts'), content)
    expect(await importModule(join(cwd, 'tools.ts'))).toMatchObject({ createTool, observe })
  })
})
