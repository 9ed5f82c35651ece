import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Protocol, World } from './world.js'

/** One way out of the process: what came out of it, as bytes. */
export interface Sink {
  name: string
  /** How telemetry must be sent to come out here. Default: in any way. */
  protocol?: Protocol
  read(world: World): Buffer
  /** Only names reach it, so that no more than an error's name could leak there. */
  onlyNames?: true
}

/** Every way out of a process. A new sink joins the search for leaks by being listed here. */
export const sinks: readonly Sink[] = [
  ...(['http/json', 'http/protobuf'] as const).flatMap(protocol => [
    { name: `OTLP traces over ${protocol}`, protocol, read: sentTo('/v1/traces') },
    { name: `OTLP logs over ${protocol}`, protocol, read: sentTo('/v1/logs') },
    {
      name: `OTLP metrics over ${protocol}`,
      protocol,
      read: sentTo('/v1/metrics'),
      onlyNames: true as const,
    },
  ]),
  { name: 'OTLP traces over gRPC', protocol: 'grpc', read: calledAt('TraceService') },
  { name: 'OTLP logs over gRPC', protocol: 'grpc', read: calledAt('LogsService') },
  { name: 'OTLP metrics over gRPC', protocol: 'grpc', read: calledAt('MetricsService'), onlyNames: true },
  { name: 'Prometheus page', read: ({ scraped }) => Buffer.from(scraped), onlyNames: true },
  { name: 'local trace files', read: ({ dir }) => filesIn(join(dir, 'traces')) },
  { name: 'local log files', read: ({ dir }) => filesIn(join(dir, 'logs')) },
  { name: 'files of calls that wait', read: ({ dir }) => filesIn(join(dir, 'calls')) },
  { name: 'calls that wait, as listed', read: ({ pending }) => asJson(pending) },
  { name: 'waterfall on standard error', read: ({ stderr }) => Buffer.from(stderr.join('')) },
  { name: 'logger lines', read: ({ logger }) => asJson(logger.lines) },
  { name: 'display events', read: ({ events }) => asJson(events) },
  { name: 'transcript records', read: ({ transcript }) => asJson(transcript) },
  { name: 'views of results', read: ({ views }) => asJson(views) },
]

/** A command that prints what calls held; `{trace}` stands for the id of each trace, `{ticket}` for one that waits. */
export type Command = readonly string[]

/**
 * Every command whose output is searched, in this order, in a project whose `tools.mjs` has the tools `gives` and `fails`.
 * A new command joins by being listed here.
 */
export const commands: readonly Command[] = [
  ['list', 'tools.mjs'],
  ['list', 'tools.mjs', '--json'],
  ...['gives', 'fails', 'misfits', 'waits'].flatMap(tool => [
    ['call', 'tools.mjs', tool, '--input', '{input}'],
    ['call', 'tools.mjs', tool, '--input', '{input}', '--json'],
  ]),
  ['pending'],
  ['pending', '--json'],
  ['approve', '{ticket}', '--module', 'tools.mjs', '--reason', '{input}'],
  ['deny', '{ticket}', '--reason', '{input}', '--json'],
  ['run-decided', 'tools.mjs'],
  ['traces'],
  ['traces', '--json'],
  ['trace', '{trace}'],
  ['trace', '{trace}', '--json'],
  ['redact', '{file}'],
  ['redact', '{file}', '--json'],
  ['redact', '{file}', '--explain'],
  ['redact', '{file}', '--explain', '--json'],
]

function sentTo(path: string) {
  return ({ collector }: World) =>
    Buffer.concat(collector.received.filter(each => each.path === path).map(({ body }) => body))
}

function calledAt(service: string) {
  return ({ grpcCollector }: World) =>
    Buffer.concat(grpcCollector.received.filter(each => each.service === service).map(({ body }) => body))
}

function filesIn(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(file => file.isFile())
  return Buffer.concat(files.map(({ parentPath, name }) => readFileSync(join(parentPath, name))))
}

function asJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}
