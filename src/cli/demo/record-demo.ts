import { join, resolve } from 'node:path'
import { openTranscript } from '../../audit/open-transcript.js'
import { type VerifyReport, verifyTranscript } from '../../audit/verify/verify-transcript.js'
import { startTelemetry } from '../../exporters/start-telemetry.js'
import { createRuntime, type ToolSet } from '../../runtime/runtime.js'
import { cliError } from '../cli-error.js'
import { deliveryWarning } from '../delivery-warning.js'
import { loadModule } from '../load-module.js'
import { silentLogger } from '../silent-logger.js'
import { callEverything } from './call-everything.js'
import { packageFiles } from './package-files.js'
import { type RecordedCall, readRecording } from './read-recording.js'
import { type SecretSearch, searchSecrets } from './search-secrets.js'
import { type ToolLatency, toolLatencies } from './tool-latencies.js'
import { type TransformViews, transformViews } from './transform-views.js'
import { type WrittenFile, writtenFiles } from './written-files.js'

/** What the demo did, as it was recorded. */
export interface DemoRecording {
  calls: RecordedCall[]
  views: TransformViews
  latencies: ToolLatency[]
  files: WrittenFile[]
  secrets: SecretSearch
  /** What `toolspan audit verify` says of the transcript. */
  verification: VerifyReport
  /** Module of the tools that were called. */
  module: string
  /** What could not be delivered, if anything. */
  warning?: string
}

export interface DemoSettings {
  /** The local store. */
  dir: string
  cwd: string
  /** Is told how many of how many calls have ended. */
  onProgress: (ended: number, of: number) => void
}

/**
 * Calls the example tools and reads back what was recorded of it.
 *
 * @throws {CliError} When nothing was recorded.
 */
export async function recordDemo({ dir, cwd, onProgress }: DemoSettings): Promise<DemoRecording> {
  const since = new Date()
  const { tools: module } = packageFiles()
  const loaded = await loadModule(module, cwd)
  const tools: ToolSet = [...loaded.values()].map(({ tool }) => tool)
  const telemetry = await startTelemetry({ serviceName: 'toolspan-demo', local: true, sampling: 1 })
  const transcript = openTranscript({ dir: join(dir, 'transcripts') })
  const runtime = createRuntime<ToolSet>({ tools, transcript, logger: silentLogger, capture: 'redacted' })
  const ended = await callEverything(runtime, onProgress)
  await transcript.close()
  const warning = deliveryWarning(await telemetry.shutdown())
  const traceIds = ended.flatMap(({ result }) => result.traceId ?? [])
  const calls = await readRecording(dir, { traceIds, since })
  if (calls.length === 0) throw cliError('not_recording', warning ?? REASON)
  const files = await writtenFiles(dir, { since, cwd })
  const paths = files.map(({ path }) => resolve(cwd, path))
  return {
    calls,
    views: await transformViews(ended),
    latencies: toolLatencies(calls),
    files,
    secrets: await searchSecrets(ended, paths),
    verification: await verifyTranscript({ dir: transcript.dir }),
    module,
    warning,
  }
}

const REASON = 'nothing was recorded; unset OTEL_SDK_DISABLED and OTEL_TRACES_EXPORTER'
