import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from './world.js'

/** One way out of the process: what came out of it, as bytes. */
export interface Sink {
  name: string
  read(world: World): Buffer
  /** Only names reach it, so that no more than an error's name could leak there. */
  onlyNames?: true
}

/** Every way out. A new sink joins the search for leaks by being listed here. */
export const sinks: readonly Sink[] = [
  { name: 'OTLP traces', read: ({ collector }) => sentTo(collector, '/v1/traces') },
  { name: 'OTLP logs', read: ({ collector }) => sentTo(collector, '/v1/logs') },
  { name: 'OTLP metrics', read: ({ collector }) => sentTo(collector, '/v1/metrics'), onlyNames: true },
  { name: 'Prometheus page', read: ({ scraped }) => Buffer.from(scraped), onlyNames: true },
  { name: 'local trace files', read: ({ dir }) => filesIn(join(dir, 'traces')) },
  { name: 'local log files', read: ({ dir }) => filesIn(join(dir, 'logs')) },
  { name: 'waterfall on standard error', read: ({ stderr }) => Buffer.from(stderr.join('')) },
  { name: 'logger lines', read: ({ logger }) => asJson(logger.lines) },
  { name: 'display events', read: ({ events }) => asJson(events) },
  { name: 'transcript records', read: ({ transcript }) => asJson(transcript) },
  { name: 'views of results', read: ({ views }) => asJson(views) },
]

function sentTo({ received }: World['collector'], path: string): Buffer {
  return Buffer.concat(received.filter(each => each.path === path).map(({ body }) => body))
}

function filesIn(folder: string): Buffer {
  return Buffer.concat(readdirSync(folder).map(file => readFileSync(join(folder, file))))
}

function asJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}
