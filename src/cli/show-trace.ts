import { readTrace } from '../exporters/read-local-files.js'
import { TraceLookupError } from '../exporters/trace-lookup-error.js'
import { renderWaterfall } from '../exporters/waterfall.js'
import type { ToolResult } from '../runtime/result.js'
import type { Reporter } from './reporter.js'

/** Draws the trace of a call that has just ended, or says why there is none to draw. */
export async function showTrace(
  reporter: Reporter,
  { traceId, outcome }: ToolResult,
  dir: string,
): Promise<void> {
  const record = traceId && (await readTrace(traceId, { dir }).catch(nothingRecorded))
  if (record) return reporter.show(terminal => renderWaterfall(record.spans, record.logs, terminal))
  const reason = outcome === 'dispatched' ? 'its span ends with its work, elsewhere' : 'it was not recorded'
  const name = traceId ? `trace ${traceId} is not in the local store` : 'no trace'
  reporter.show(({ colors }) => colors.dim(`${name}: ${reason}`))
}

/** A sampler or `OTEL_TRACES_EXPORTER=none` may have left the call out. */
function nothingRecorded(error: unknown): undefined {
  if (!(error instanceof TraceLookupError)) throw error
}
