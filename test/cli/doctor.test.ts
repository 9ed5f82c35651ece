import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Finding } from '../../src/exporters/doctor-finding.js'
import { closedPort, startFakeCollector } from '../exporters/support/fake-collector.js'
import { runCli } from './support/run-cli.js'
import { temporaryDirectory } from './support/temporary-directory.js'

/** A project that has these packages installed: paths below it, by name and version. */
function project(packages: Record<string, string> = { '@opentelemetry/api': '1.9.1' }): string {
  const cwd = temporaryDirectory()
  for (const [path, version] of Object.entries(packages)) install(join(cwd, 'node_modules', path), version)
  return cwd
}

function install(folder: string, version: string): void {
  mkdirSync(folder, { recursive: true })
  const peers = version.startsWith('0.') ? { '@opentelemetry/api': '>=1.3.0 <1.10.0' } : {}
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version, peerDependencies: peers }))
}

async function doctor(cwd: string, env: Record<string, string> = {}) {
  const { code, stdout } = await runCli(['doctor', '--json'], { cwd, env })
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] }
  expect(code).toBe(ok ? 0 : 1)
  const of = (status: Finding['status']) => findings.filter(one => one.status === status)
  return { code, problems: of('problem'), warnings: of('warning'), fine: of('ok').map(({ says }) => says) }
}

describe('toolspan doctor', () => {
  test('finds nothing wrong where nothing is, and says what it looked at', async () => {
    const { code, stdout, stderr } = await runCli(['doctor'], { cwd: project() })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^✓ toolspan \S+ on Node \S+\n✓ one copy of @opentelemetry\/api, 1\.9\.1\n/)
    expect(stdout).toMatch(/\nNothing is wrong\.\n$/)
  })

  test('says how to mend what is wrong, and ends with 1', async () => {
    const { code, stdout } = await runCli(['doctor'], { cwd: project({}) })
    expect(code).toBe(1)
    expect(stdout).toContain(
      '✗ @opentelemetry/api is not installed here\n  → npm install @opentelemetry/api@',
    )
    expect(stdout).toMatch(/\n1 problem\.\n$/)
  })

  test('finds a second copy of the API, wherever it lies', async () => {
    const nested = project({
      '@opentelemetry/api': '1.9.1',
      'some-package/node_modules/@opentelemetry/api': '1.10.0',
    })
    const pnpm = project({
      '@opentelemetry/api': '1.9.1',
      '.pnpm/api@1.10.0/node_modules/@opentelemetry/api': '1.10.0',
    })
    for (const cwd of [nested, pnpm]) {
      const { problems } = await doctor(cwd)
      expect(problems).toHaveLength(1)
      expect(problems[0]?.says).toMatch(/^2 copies of @opentelemetry\/api.+1\.9\.1 in \S+, 1\.10\.0 in \S+$/)
      expect(problems[0]?.fix).toMatch(/^npm dedupe/)
    }
  })

  test('counts one copy once, however many links lead to it', async () => {
    const cwd = project({ 'store/@opentelemetry/api': '1.9.1' })
    mkdirSync(join(cwd, 'node_modules/@opentelemetry'))
    symlinkSync(
      join(cwd, 'node_modules/store/@opentelemetry/api'),
      join(cwd, 'node_modules/@opentelemetry/api'),
    )
    expect((await doctor(cwd)).problems).toEqual([])
  })

  test('finds an SDK that does not go with the API', async () => {
    const cwd = project({ '@opentelemetry/api': '1.10.0', '@opentelemetry/sdk-node': '0.223.0' })
    const { problems } = await doctor(cwd)
    expect(problems.map(({ says }) => says)).toEqual([
      '@opentelemetry/sdk-node 0.223.0 in node_modules/@opentelemetry/sdk-node wants @opentelemetry/api >=1.3.0 <1.10.0, and 1.10.0 is installed',
    ])
  })

  test('has nothing against what is installed for our own tests', async () => {
    const { fine } = await doctor(fileURLToPath(new URL('../..', import.meta.url)))
    expect(fine).toContainEqual(expect.stringMatching(/^one copy of @opentelemetry\/api/))
    expect(fine).toContainEqual(expect.stringMatching(/^@opentelemetry\/sdk-node /))
  })

  test('asks the receivers that the variables name, in the protocol they name', async () => {
    const receiver = await startFakeCollector((response, { path }) => {
      response.writeHead(path === '/v1/logs' ? 404 : 200).end('{}')
    })
    onTestFinished(() => receiver.close())
    const { problems, warnings, fine } = await doctor(project(), {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    })
    expect(problems).toEqual([])
    expect(fine).toContain(`${receiver.url}/v1/traces takes traces (http/json)`)
    expect(warnings).toEqual([expect.objectContaining({ fix: 'OTEL_LOGS_EXPORTER=none' })])
    expect(receiver.messages('/v1/traces')).toEqual([{ resourceSpans: [] }])
  })

  test('finds receivers that are not there, and tells neither headers nor credentials', async () => {
    const port = await closedPort()
    const env = {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://user:hunter2hunter2@127.0.0.1:${port}/v1/traces`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=s3cret-s3cret',
    }
    const cwd = project()
    const { problems } = await doctor(cwd, env)
    expect(problems).toEqual([
      expect.objectContaining({ says: expect.stringMatching(/refused the connection$/) }),
    ])
    const { stdout } = await runCli(['doctor'], { cwd, env })
    expect(stdout).not.toMatch(/hunter2|s3cret/)
  })

  test.each([
    [
      'a protocol that is none',
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'soap', OTEL_TRACES_EXPORTER: 'none' },
      'problem',
    ],
    ['a switch that turns all of it off', { OTEL_SDK_DISABLED: 'true' }, 'warning'],
  ] as const)('finds in the variables %s', async (_, env, status) => {
    const { problems, warnings } = await doctor(project(), env)
    const found = status === 'problem' ? problems : warnings
    expect(found).toContainEqual(expect.objectContaining({ check: 'variables' }))
  })

  test('finds a store that is a file, one that others can read, and one that git would take in', async () => {
    const file = project()
    writeFileSync(join(file, '.toolspan'), '')
    expect((await doctor(file)).problems[0]?.says).toBe('.toolspan is a file, where the local store is to be')

    const open = project()
    mkdirSync(join(open, '.toolspan'))
    chmodSync(join(open, '.toolspan'), 0o755)
    expect((await doctor(open)).warnings[0]?.fix).toBe('chmod -R go= .toolspan')

    const tracked = project()
    mkdirSync(join(tracked, '.git'))
    expect((await doctor(tracked)).warnings[0]?.says).toBe('git does not ignore .toolspan')
    writeFileSync(join(tracked, '.gitignore'), 'dist\n/.toolspan/\n')
    expect((await doctor(tracked)).warnings).toEqual([])
  })

  test('finds out who has the port that Prometheus would scrape', async () => {
    const server = createServer((_, response) => response.end('something else\n'))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const env = { OTEL_EXPORTER_PROMETHEUS_PORT: String(port), OTEL_METRICS_EXPORTER: 'prometheus' }
    const { problems } = await doctor(project(), env)
    expect(problems).toEqual([
      expect.objectContaining({ check: 'port', says: expect.stringMatching(/is taken by another program$/) }),
    ])
  })
})
