import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { trace } from '@opentelemetry/api'
import { expect, test } from 'vitest'
import { createLocalSpanExporter } from '../../src/exporters/local-files.js'
import { logs } from './support/logs-api.js'
import { exportAll, finishedSpans } from './support/sdk-spans.js'
import { startTestTelemetry } from './support/telemetry.js'
import { temporaryDirectory } from './support/temporary-directory.js'

const oneSpan = (name = 'only') => finishedSpans(({ start }) => start(name).end())

function filesOf(folder: string): string[] {
  return readdirSync(folder).sort()
}

function linesOf(folder: string): string[] {
  return filesOf(folder).flatMap(name => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1))
}

test('Without an endpoint, traces and logs are lines of OTLP JSON in files of the process, and nothing else', async () => {
  const dir = join(temporaryDirectory(), 'store')
  const telemetry = await startTestTelemetry({ local: { dir } })
  expect(existsSync(dir)).toBe(false)
  trace.getTracer('program').startActiveSpan('parent', parent => {
    logs.getLogger('program').emit({ severityNumber: 13, body: 'watch out' })
    parent.end()
  })
  expect(await telemetry.shutdown()).toEqual({ ok: true, problems: [] })

  expect(filesOf(dir)).toEqual(['logs', 'traces'])
  expect(filesOf(join(dir, 'traces'))).toEqual([
    expect.stringMatching(
      new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-\\d{3}Z-${process.pid}\\.jsonl$`),
    ),
  ])
  const [span] = linesOf(join(dir, 'traces')).map(
    line => JSON.parse(line).resourceSpans[0].scopeSpans[0].spans[0],
  )
  expect(span).toMatchObject({
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    startTimeUnixNano: expect.stringMatching(/^\d{19}$/),
    kind: 1,
  })
  const [log] = linesOf(join(dir, 'logs')).map(
    line => JSON.parse(line).resourceLogs[0].scopeLogs[0].logRecords[0],
  )
  expect(log).toMatchObject({
    body: { stringValue: 'watch out' },
    traceId: span.traceId,
    spanId: span.spanId,
  })
})

test('Files can be read by their owner alone', async () => {
  const dir = join(temporaryDirectory(), 'store')
  const exporter = createLocalSpanExporter({ dir })
  await exportAll(exporter, oneSpan())
  const folder = join(dir, 'traces')
  const modes = [dir, folder, join(folder, filesOf(folder)[0] ?? '')].map(path => statSync(path).mode & 0o777)
  expect(modes).toEqual([0o700, 0o700, 0o600])
})

test('A file that is full is followed by a new one, and no line is torn', async () => {
  const dir = temporaryDirectory()
  const exporter = createLocalSpanExporter({ dir, maxBytes: 2000 })
  const results = await Promise.all(Array.from({ length: 10 }, () => exportAll(exporter, oneSpan())))
  await exporter.shutdown()
  expect(results.every(({ code }) => code === 0)).toBe(true)
  const folder = join(dir, 'traces')
  expect(filesOf(folder).length).toBeGreaterThan(2)
  for (const name of filesOf(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(2000)
  expect(linesOf(folder).map(line => JSON.parse(line))).toHaveLength(10)
})

test('Of more files than are kept, the oldest are deleted', async () => {
  const dir = temporaryDirectory()
  const folder = join(dir, 'traces')
  mkdirSync(folder)
  for (const day of ['01', '02', '03', '04'])
    writeFileSync(join(folder, `2026-01-${day}T00-00-00-000Z-1.jsonl`), '')
  await exportAll(createLocalSpanExporter({ dir, maxFiles: 3 }), oneSpan())
  expect(filesOf(folder).slice(0, 2)).toEqual([
    '2026-01-03T00-00-00-000Z-1.jsonl',
    '2026-01-04T00-00-00-000Z-1.jsonl',
  ])
  expect(filesOf(folder)).toHaveLength(3)
})

test('Files past the age are deleted, and files that are not of the store are left alone', async () => {
  const dir = temporaryDirectory()
  const folder = join(dir, 'traces')
  mkdirSync(folder)
  const longAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000)
  for (const name of ['2026-01-01T00-00-00-000Z-1.jsonl', 'notes.txt']) {
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), longAgo, longAgo)
  }
  await exportAll(createLocalSpanExporter({ dir }), oneSpan())
  expect(filesOf(folder)).toEqual([expect.stringContaining(`-${process.pid}.jsonl`), 'notes.txt'])
})

test('A large batch is cut into lines that a collector can read', async () => {
  const dir = temporaryDirectory()
  const spans = finishedSpans(({ start }) => {
    for (let i = 0; i < 400; i++) start('big', { attributes: { text: 'x'.repeat(4000) } }).end()
  })
  await exportAll(createLocalSpanExporter({ dir }), spans)
  const lines = linesOf(join(dir, 'traces'))
  expect(lines.length).toBeGreaterThan(2)
  expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(512 * 1024)
  expect(lines.join('').split('"name":"big"').length - 1).toBe(400)
})

test('Two exporters of one process write files of their own', async () => {
  const dir = temporaryDirectory()
  const exporters = [createLocalSpanExporter({ dir }), createLocalSpanExporter({ dir })]
  await Promise.all(exporters.map(exporter => exportAll(exporter, oneSpan())))
  expect(filesOf(join(dir, 'traces'))).toHaveLength(2)
})

test('A file in the way of the folder fails the export with a reason and throws nothing', async () => {
  const dir = join(temporaryDirectory(), 'store')
  writeFileSync(dir, 'a file')
  const { code, error } = await exportAll(createLocalSpanExporter({ dir }), oneSpan())
  expect(code).toBe(1)
  expect(error?.message).toBe(`${join(dir, 'traces')} cannot be written: a file is in the way of the folder`)
})

test('A store that was deleted meanwhile is begun anew', async () => {
  const dir = temporaryDirectory()
  const exporter = createLocalSpanExporter({ dir })
  await exportAll(exporter, oneSpan('before'))
  rmSync(dir, { recursive: true })
  expect(await exportAll(exporter, oneSpan('after'))).toEqual({ code: 0 })
  expect(linesOf(join(dir, 'traces')).join()).toContain('after')
})

test.skipIf(process.getuid?.() === 0)(
  'A folder without permission fails the export with a reason',
  async () => {
    const dir = temporaryDirectory()
    chmodSync(dir, 0o500)
    const { error } = await exportAll(createLocalSpanExporter({ dir }), oneSpan())
    expect(error?.message).toContain('permission denied')
  },
)

test.skipIf(!existsSync('/dev/full'))('A full disk fails the export and is in the report', async () => {
  const dir = temporaryDirectory()
  const exporter = createLocalSpanExporter({ dir })
  await exportAll(exporter, oneSpan())
  const folder = join(dir, 'traces')
  const [name = ''] = filesOf(folder)
  rmSync(join(folder, name))
  symlinkSync('/dev/full', join(folder, name))
  const { code, error } = await exportAll(exporter, oneSpan())
  expect(code).toBe(1)
  expect(error?.message).toBe(`${folder} cannot be written: the disk is full`)
})

test('A store that cannot be written is in the report of the shutdown, with the number of spans', async () => {
  const dir = join(temporaryDirectory(), 'store')
  writeFileSync(dir, 'a file')
  const telemetry = await startTestTelemetry({ local: { dir } })
  trace.getTracer('program').startSpan('lost').end()
  expect(await telemetry.shutdown()).toEqual({
    ok: false,
    problems: [`${join(dir, 'traces')} cannot be written: a file is in the way of the folder (1 span lost)`],
  })
})
