import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { BOARDS, generatedFiles } from '../../scripts/dashboards/generated-files.js'
import { label } from '../../scripts/dashboards/series.js'
import { variable } from '../../scripts/dashboards/variable.js'
import { METRIC } from '../../src/observe/names.js'
import { dashboardQueries } from './support/dashboard-queries.js'

const folder = fileURLToPath(new URL('../../dashboards', import.meta.url))
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

describe('the files in dashboards/', () => {
  test('are what the names of the telemetry make of them', () => {
    const drifted = [...generatedFiles()].filter(([path, content]) => read(path) !== content)
    expect(
      drifted.map(([path]) => path),
      'Write them anew: npm run dashboards',
    ).toEqual([])
  })

  test('hold no dashboard that nothing makes', () => {
    expect(readdirSync(join(folder, 'grafana/dashboards')).sort()).toEqual(Object.keys(BOARDS).sort())
  })

  // The durations of MCP requests are the convention's, and any dashboard for MCP shows them.
  test('show every metric that is about tools', () => {
    const shown = dashboardQueries().map(({ expr }) => expr)
    const ours = Object.values(METRIC).filter(name => !name.startsWith('mcp.'))
    const unseen = ours.filter(name => !shown.some(expr => expr.includes(label(name))))
    expect(unseen).toEqual([])
  })
})

describe('a dashboard', () => {
  const boards = Object.entries(BOARDS).map(([file, make]) => ({
    file,
    board: make(),
    text: JSON.stringify(make()),
  }))

  test('has a uid of its own, that of the file it was made for', () => {
    const uids = boards.map(({ board }) => board.uid)
    expect(new Set(uids).size).toBe(uids.length)
  })

  test('is bound to no data source but those its reader chooses, so that it can be provisioned and imported', () => {
    for (const { file, text } of boards) {
      const uids = [...text.matchAll(/"uid":"([^"]+)"/g)].map(([, uid]) => uid)
      const foreign = uids.filter(uid => !uid?.startsWith('${') && !uid?.startsWith('toolspan-'))
      expect([file, foreign]).toEqual([file, []])
      expect(text).not.toContain('__inputs')
    }
  })

  test('uses no variable that it does not have', () => {
    for (const { file, board, text } of boards) {
      const own = new Set((board.templating?.list ?? []).map(({ name }) => name))
      const used = [...text.matchAll(/\$\{?([a-z]\w*)/g)].map(([, name = '']) => name)
      expect([file, used.filter(name => !own.has(name))]).toEqual([file, []])
    }
  })

  test('links to dashboards that there are', () => {
    const uids = boards.map(({ board }) => board.uid)
    const linked = boards.flatMap(({ text }) => [...text.matchAll(/\/d\/([\w-]+)/g)].map(([, uid]) => uid))
    const rules = [...read('prometheus/toolspan.rules.yml').matchAll(/\/d\/([\w-]+)/g)].map(([, uid]) => uid)
    const jaeger = [...read('jaeger/ui.json').matchAll(/\/d\/([\w-]+)/g)].map(([, uid]) => uid)
    expect([...linked, ...rules, ...jaeger].filter(uid => !uids.includes(uid))).toEqual([])
  })

  test('leads from its series to their traces, in Jaeger and in Tempo', () => {
    const links = boards.flatMap(({ text }) =>
      [...text.matchAll(/panes=([^"]+)/g)].map(([, panes = '']) => panes),
    )
    expect(links.length).toBeGreaterThan(10)
    for (const link of links) {
      const { t } = JSON.parse(decodeURIComponent(link))
      expect(['jaeger', 'tempo'].map(variable)).toContain(t.datasource)
      expect(t.queries[0].service ?? t.queries[0].query).toEqual(expect.any(String))
    }
  })
})

describe('docker-compose.yml', () => {
  const { services } = parse(read('docker-compose.yml')) as { services: Record<string, Service> }

  interface Service {
    image: string
    ports?: string[]
    volumes?: string[]
    depends_on?: string[]
  }

  test('pins every image to one version', () => {
    for (const { image } of Object.values(services)) expect(image).toMatch(/^[\w/.-]+:v?\d+\.\d+\.\d+$/)
  })

  test('listens on loopback alone', () => {
    const ports = Object.values(services).flatMap(service => service.ports ?? [])
    expect(ports.length).toBeGreaterThan(3)
    expect(ports.filter(port => !port.startsWith('127.0.0.1:'))).toEqual([])
  })

  test('mounts files that are here', () => {
    const mounted = Object.values(services).flatMap(service => service.volumes ?? [])
    const here = mounted.flatMap(volume => (volume.startsWith('./') ? (volume.split(':')[0] ?? '') : []))
    expect(here.length).toBeGreaterThan(4)
    expect(here.filter(path => !existsSync(join(folder, path)))).toEqual([])
  })

  test('has every service that a file speaks to', () => {
    const files = ['otel-collector.yaml', 'jaeger/config.yaml', 'prometheus/prometheus.yml']
    const sources = 'grafana/provisioning/datasources/toolspan.yaml'
    const hosts = [...files, sources].flatMap(file =>
      [...withoutComments(read(file)).matchAll(/(?:\/\/|[\s[])([a-z][a-z-]+):\d{4,5}\b/g)].map(
        ([, host = '']) => host,
      ),
    )
    expect([...new Set(hosts)].sort()).toEqual(['jaeger', 'otel-collector', 'prometheus', 'tempo'])
    expect(hosts.filter(host => !(host in services))).toEqual([])
  })

  test('provisions the dashboards from where it mounts them', () => {
    const { providers } = parse(read('grafana/provisioning/dashboards/toolspan.yaml'))
    const mounts = services['grafana']?.volumes ?? []
    expect(mounts).toContain(`./grafana/dashboards:${providers[0].options.path}:ro`)
  })
})

function withoutComments(text: string): string {
  return text.replaceAll(/#.*$/gm, '')
}
