import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRuntime, type Redactor, type ToolEvent, type ToolSet, type TranscriptRecord } from 'toolspan'
import { startTelemetry } from 'toolspan/exporters'
import { fileStore } from 'toolspan/files'
import { vi } from 'vitest'
import { createMemoryLogger } from '../../src/testing/memory-logger.js'
import { type FakeCollector, startFakeCollector } from '../exporters/support/fake-collector.js'
import { type FakeGrpcCollector, startFakeGrpcCollector } from '../exporters/support/fake-grpc-collector.js'
import type { Place } from './places.js'

/** How telemetry is sent to the collector. */
export type Protocol = 'http/json' | 'http/protobuf' | 'grpc'

/** Real telemetry with everything that leaves it within reach, and runtimes that feed it. */
export interface World {
  /** The local store and the folder for files of the command line. */
  dir: string
  collector: FakeCollector
  grpcCollector: FakeGrpcCollector
  events: ToolEvent[]
  transcript: TranscriptRecord[]
  logger: ReturnType<typeof createMemoryLogger>
  /** What was written to standard error, where the waterfall is drawn. */
  stderr: string[]
  /** What Prometheus got when it asked. */
  scraped: string
  /** Calls that wait, as they are listed. */
  pending: unknown[]
  /** Results as a person may see them. */
  views: unknown[]
  /** Calls a tool that has a secret in one place. */
  call(place: Place, secret: string): Promise<void>
  /** Ends telemetry, so that all of it has arrived. */
  finish(): Promise<void>
}

/** Opens a world; without a redactor, the default one is used everywhere. */
export async function openWorld(protocol: Protocol, redactor?: Redactor): Promise<World> {
  const collector = await startFakeCollector()
  const grpcCollector = await startFakeGrpcCollector()
  const port = await freePort()
  const dir = mkdtempSync(join(tmpdir(), 'toolspan-leaks-'))
  const telemetry = await startTelemetry({
    serviceName: 'leaks',
    otlp: { endpoint: (protocol === 'grpc' ? grpcCollector : collector).url, protocol },
    prometheus: { port },
    local: { dir },
    console: true,
    redactor,
  })
  const stderr: string[] = []
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation(chunk => {
    stderr.push(String(chunk))
    return true
  })
  const world: World = {
    dir,
    collector,
    grpcCollector,
    events: [],
    transcript: [],
    logger: createMemoryLogger(),
    stderr,
    scraped: '',
    pending: [],
    views: [],
    call: (place, secret) => callIn(world, place, secret, redactor),
    async finish() {
      world.scraped = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      await telemetry.shutdown({ timeoutMs: 10_000 })
      spy.mockRestore()
      await collector.close()
      grpcCollector.close()
    },
  }
  return world
}

async function callIn(world: World, place: Place, secret: string, redactor?: Redactor): Promise<void> {
  const { events, transcript, logger, views, pending } = world
  const runtime = createRuntime<ToolSet>({
    tools: [place.tool(secret)],
    transcript: { append: record => void transcript.push(record) },
    capture: 'redacted',
    metrics: 'all',
    logger,
    redactor,
    tickets: fileStore({ dir: world.dir, logger }),
    ...place.runtime?.(secret),
  })
  const subscription = runtime.events()
  const collecting = (async () => {
    for await (const event of subscription) events.push(event)
  })()
  const result = await runtime.call('weather', (place.input?.(secret) ?? {}) as never, place.call?.(secret))
  views.push(await result.view('display'), await result.view('transcript'))
  pending.push(await runtime.pending())
  const last = await place.after?.(result, secret, runtime)
  if (last && typeof last === 'object') views.push(await (last as typeof result).view('display'))
  await new Promise(resolve => setTimeout(resolve, 5))
  subscription.close()
  await collecting
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
