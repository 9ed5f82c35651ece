import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { bin } from '../cli/support/run-bin.js'
import { eventually } from './support/eventually.js'
import { freePorts } from './support/free-ports.js'
import { startJaeger } from './support/jaeger-server.js'
import { withoutJaeger, withoutPrometheus } from './support/programs.js'
import { serverFolder } from './support/server-process.js'

/** The commands that a guide leads with. */
function commandsOf(guide: string): string[] {
  const path = fileURLToPath(new URL(`../../docs/guides/${guide}.md`, import.meta.url))
  const [, block = ''] = /## From nothing.*?```sh\n(.*?)```/s.exec(readFileSync(path, 'utf8')) ?? []
  return block.trim().split('\n')
}

const undo: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** A folder as a new user has it, and a shell in it where `npx toolspan` is this very build. */
function newUser() {
  const { path, remove } = serverFolder()
  undo.push(remove)
  const run = (command: string, replaced: Record<string, string> = {}) => {
    let line = command.replaceAll('npx toolspan', `'${process.execPath}' '${bin}'`).replace(/ &$/, '')
    for (const [from, to] of Object.entries(replaced)) {
      if (!line.includes(from)) throw new Error(`the guide says nothing of ${from}: ${command}`)
      line = line.replaceAll(from, to)
    }
    const child = spawn('/bin/sh', ['-c', `exec ${line.replace(/^((?:\w+=\S+ )+)/, 'env $1')}`], {
      cwd: path,
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    child.stderr.on('data', chunk => {
      stderr += chunk
    })
    const ended = new Promise<{ code: number | null; stderr: string }>(resolve =>
      child.on('close', code => resolve({ code, stderr })),
    )
    const stop = async () => {
      child.kill('SIGTERM')
      await ended
    }
    return { ended, stop }
  }
  return { path, run }
}

describe.each(['jaeger', 'grafana', 'prometheus'])('the guide to %s', guide => {
  test('leads from nothing to a screen in five commands', () => {
    const commands = commandsOf(guide)
    expect(commands).toHaveLength(5)
    expect(commands.at(-1)).toMatch(/^open /)
  })

  test('installs what the README installs', () => {
    const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8')
    const install = commandsOf(guide).find(command => command.startsWith('npm install'))
    expect(readme).toContain(`\n${install}\n`)
  })
})

describe.skipIf(withoutJaeger)('a new user', { timeout: 120_000 }, () => {
  test('of Jaeger sees the demo where the guide says', async () => {
    const jaeger = await startJaeger()
    undo.push(jaeger.stop)
    const { run } = newUser()
    const [, , , demo = '', open = ''] = commandsOf('jaeger')
    const { code, stderr } = await run(demo, { 'http://localhost:4318': jaeger.http }).ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const [, service = ''] = /service=([\w-]+)/.exec(open) ?? []
    await eventually(jaeger.services, services => services.includes(service))
  })

  test('of Grafana has the demo in the collector, and the dashboard that the guide opens', async () => {
    const jaeger = await startJaeger()
    undo.push(jaeger.stop)
    const { path, run } = newUser()
    const [, write = '', compose = '', demo = '', open = ''] = commandsOf('grafana')
    expect((await run(write).ended).code).toBe(0)
    const [, file = ''] = /-f (\S+)/.exec(compose) ?? []
    expect(readFileSync(join(path, file), 'utf8')).toContain('127.0.0.1:4318:4318')
    const { code } = await run(demo, { 'http://localhost:4318': jaeger.http, '5m': '2s' }).ended
    expect(code).toBe(0)
    await eventually(jaeger.services, services => services.includes('toolspan-demo'))
    const board = readFileSync(join(path, 'monitoring/grafana/dashboards/tools.json'), 'utf8')
    expect(JSON.parse(board).uid).toBe(/\/d\/([\w-]+)/.exec(open)?.[1])
  })
})

describe.skipIf(withoutPrometheus)('a new user of Prometheus', { timeout: 120_000 }, () => {
  test('sees the numbers of the demo where the guide says', async () => {
    const [metrics, web] = (await freePorts(2)) as [number, number]
    const { path, run } = newUser()
    const [, write = '', demo = '', scrape = '', open = ''] = commandsOf('prometheus')
    expect((await run(write).ended).code).toBe(0)
    // Ports that are surely free, in place of the guide's.
    const calling = run(`OTEL_EXPORTER_PROMETHEUS_PORT=${metrics} ${demo}`)
    undo.push(calling.stop)
    const config = join(path, 'monitoring/prometheus/local.yml')
    writeFileSync(
      config,
      readFileSync(config, 'utf8').replace('9464', String(metrics)).replaceAll('5s', '1s'),
    )
    const server = run(`${scrape.replace(/ &$/, '')} --web.listen-address=127.0.0.1:${web}`, {
      '/tmp/toolspan-prometheus': join(path, 'data'),
    })
    undo.push(server.stop)
    const expr = new URL(/'([^']+)'/.exec(open)?.[1] ?? '').searchParams.get('g0.expr') ?? ''
    const asked = `http://127.0.0.1:${web}/api/v1/query?${new URLSearchParams({ query: expr })}`
    const { data } = await eventually(
      async () => (await fetch(asked)).json() as Promise<{ data: { result: { metric: object }[] } }>,
      ({ data }) => data.result.length >= 5,
      40_000,
    )
    expect(data.result.map(({ metric }) => metric)).toContainEqual({ gen_ai_tool_name: 'search-files' })
  })
})
