import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leftOut, skippedWithout } from '../../system/support/system-leg.js'
import { type Command, startHttp } from './support/command.js'
import { DOES_NOT_APPLY } from './support/does-not-apply.js'
import { BIN, servedModule } from './support/served-module.js'

const PACKAGES = resolve('test/lines/node-22/node_modules/@modelcontextprotocol')
const CONFORMANCE = `${PACKAGES}/conformance/dist/index.js`
const INSPECTOR = `${PACKAGES}/inspector/clients/launcher/build/index.js`
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isNewEnough = major > 22 || (major === 22 && minor >= 19)
const reason =
  'the conformance suite and the inspector of MCP need Node 22.19 or newer; npm run test:otel-3 runs them'

// An older Node can never run them, so that they are required of the second leg alone.
const skipped = isNewEnough ? skippedWithout(existsSync(CONFORMANCE), reason) : leftOut(reason)

async function run(script: string, args: readonly string[], cwd = process.cwd()): Promise<string> {
  const running = promisify(execFile)(process.execPath, [script, ...args], { cwd, encoding: 'utf8' })
  // The suite ends with 1 where any of its scenarios fails, those that do not apply too.
  const { stdout } = await running.catch((failed: { stdout: string }) => failed)
  return stdout
}

/** Reads which scenarios passed and which did not. */
function scenariosIn(output: string): { passed: string[]; failed: string[] } {
  const lines = [...output.matchAll(/^([✓✗]) ([\w-]+): \d+ passed, \d+ failed/gm)]
  const named = (mark: string) => lines.filter(line => line[1] === mark).map(line => line[2] ?? '')
  return { passed: named('✓'), failed: named('✗') }
}

describe('what does not apply', () => {
  test('stands in the guide, with the reason', () => {
    const guide = readFileSync('docs/guides/mcp.md', 'utf8')
    for (const [scenario, reason] of Object.entries(DOES_NOT_APPLY)) {
      expect(guide).toContain(`| \`${scenario}\` | ${reason} |`)
    }
  })
})

describe.skipIf(skipped)('the conformance suite of MCP', () => {
  let server: Command & { url: string }

  beforeAll(async () => {
    const tools = resolve('test/adapters/mcp/support/conformance-tools.mjs')
    server = await startHttp(servedModule().cwd, tools)
  })

  afterAll(() => void server.child.kill())

  test('passes in every scenario that applies to tools', { timeout: 120_000 }, async () => {
    const { passed, failed } = scenariosIn(await run(CONFORMANCE, ['server', '--url', server.url]))
    expect(failed.filter(scenario => DOES_NOT_APPLY[scenario] === undefined)).toEqual([])
    expect(passed).toEqual(
      expect.arrayContaining([
        ...['server-initialize', 'logging-set-level', 'tools-list', 'tools-call-simple-text'],
        ...[
          'tools-call-image',
          'tools-call-audio',
          'tools-call-embedded-resource',
          'tools-call-mixed-content',
        ],
        ...['tools-call-with-logging', 'tools-call-error', 'tools-call-with-progress'],
        ...['tools-call-elicitation', 'elicitation-sep1034-defaults', 'elicitation-sep1330-enums'],
        ...['server-sse-multiple-streams', 'dns-rebinding-protection'],
      ]),
    )
  })

  test('passes in the scenario of JSON Schema 2020-12, which it leaves out by itself', async () => {
    const output = await run(CONFORMANCE, [
      ...['server', '--url', server.url],
      ...['--scenario', 'json-schema-2020-12'],
    ])
    expect(output).toMatch(/Passed: (\d+)\/\1\b/)
  })
})

describe.skipIf(skipped)('the inspector of MCP', () => {
  const { cwd, module } = servedModule()
  let server: Command & { url: string }

  beforeAll(async () => {
    server = await startHttp(cwd)
  })

  afterAll(() => void server.child.kill())

  test.each([
    ['stdio', () => [process.execPath, BIN, 'mcp', module]],
    ['HTTP', () => [server.url, '--transport', 'http']],
  ])('lists and calls tools over %s', { timeout: 60_000 }, async (_way, target) => {
    const inspect = async (...args: string[]) =>
      JSON.parse(await run(INSPECTOR, ['--cli', ...target(), ...args], cwd))
    const { tools } = await inspect('--method', 'tools/list')
    expect(tools.map(({ name }: { name: string }) => name).sort()).toEqual(['add', 'noisy', 'remove', 'slow'])
    const result = await inspect(
      ...['--method', 'tools/call', '--tool-name', 'add'],
      ...['--tool-arg', 'a=1', '--tool-arg', 'b=2'],
    )
    expect(result.structuredContent).toEqual({ sum: 3 })
  })
})
