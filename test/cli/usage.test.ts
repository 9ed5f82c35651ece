import { describe, expect, test } from 'vitest'
import { runCli } from './support/run-cli.js'

describe('help', () => {
  test('is printed when no command is given', async () => {
    const { code, stdout, stderr } = await runCli([])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const command of ['demo', 'list', 'call', 'traces', 'trace', 'push', 'dashboards'])
      expect(stdout).toContain(command)
  })

  test.each(['demo', 'list', 'call', 'traces', 'trace'])('of %s has examples', async command => {
    const { code, stdout } = await runCli([command, '--help'])
    expect(code).toBe(0)
    expect(stdout).toMatch(new RegExp(`Examples:\\n {2}\\$ toolspan ${command}`))
  })

  test('documents the exit codes of call', async () => {
    const { stdout } = await runCli(['call', '--help'])
    expect(stdout).toMatch(/Exit codes:\n {2}0 .+\n {2}1 .+\n {2}2 .+\n {2}130 /)
  })

  test('prints the version', async () => {
    const { code, stdout } = await runCli(['--version'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe('a secret on a wrong command line', () => {
  const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  test.each([
    ['as a command', [secret]],
    ['as a module', ['list', `${secret}.mjs`]],
    ['as an option', ['traces', `--${secret}`]],
    ['as a time', ['traces', '--since', secret]],
    ['as input', ['call', 'tools.mjs', 'echo', '--input', secret]],
    ['as a file of input', ['call', 'tools.mjs', 'echo', '--input', `@${secret}`]],
    ['as a file', ['redact', `/nowhere/${secret}`]],
  ])('is not repeated %s', async (_place, args) => {
    const { code, stdout, stderr } = await runCli(args)
    expect(code).toBe(2)
    expect(stderr).toMatch(/^toolspan: /)
    expect(stdout + stderr).not.toContain(secret)
  })
})

describe('a wrong command line', () => {
  test.each([
    ['an unknown command, with a suggestion', ['cal'], /unknown command 'cal' \(Did you mean call\?\)/],
    ['an unknown option, with a suggestion', ['traces', '--outcom', 'ok'], /Did you mean --outcome\?/],
    ['a missing argument', ['list'], /missing required argument 'module'/],
    ['a missing input', ['call', 'tools.ts', 'echo'], /--input <json>/],
    ['an unknown outcome', ['traces', '--outcome', 'eror'], /Allowed choices are ok, /],
    ['a time that is none', ['traces', '--since', 'tuesday'], /"tuesday" is not a time/],
    ['a duration that is none', ['traces', '--min-duration', 'long'], /"long" is not a duration/],
    ['a count that is none', ['traces', '--limit', '0'], /"0" is not a count/],
    ['an unknown form', ['list', 'tools.ts', '--as', 'xml'], /Allowed choices are table, json-schema/],
  ])('is told in one sentence: %s', async (_, args, sentence) => {
    const { code, stdout, stderr } = await runCli(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(sentence)
    expect(stderr).toMatch(/^toolspan: .+\n$/)
  })

  test.each([
    [['traces', '--outcom', 'ok'], 'toolspan traces --help'],
    [['call', 'tools.ts', 'echo'], 'toolspan call --help'],
    [['--json', 'list'], 'toolspan list --help'],
    [['cal'], 'toolspan --help'],
  ])('points to the help of its command: %j', async (args, help) => {
    const { stdout, stderr } = await runCli(args)
    expect(stdout + stderr).toContain(`\`${help}\``)
  })

  test('is told as JSON on standard output with --json', async () => {
    const { code, stdout, stderr } = await runCli(['traces', '--since', 'tuesday', '--json'])
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'bad_time', message: expect.stringContaining('tuesday') },
    })
  })
})

describe('colours', () => {
  const colour = '\u001b['
  const coloured = async (env: Record<string, string>, columns?: number) =>
    (await runCli(['--help'], { env, columns })).stdout.includes(colour)

  test('are used on a terminal', async () => expect(await coloured({}, 80)).toBe(true))
  test('are not used in a pipe', async () => expect(await coloured({})).toBe(false))
  test('are used in a pipe with FORCE_COLOR', async () =>
    expect(await coloured({ FORCE_COLOR: '1' })).toBe(true))
  test('are not used with NO_COLOR', async () => expect(await coloured({ NO_COLOR: '1' }, 80)).toBe(false))
  test('are not used when NO_COLOR and FORCE_COLOR are both set', async () =>
    expect(await coloured({ NO_COLOR: '1', FORCE_COLOR: '1' }, 80)).toBe(false))
  test('are not used on a dumb terminal', async () =>
    expect(await coloured({ TERM: 'dumb' }, 80)).toBe(false))
})
