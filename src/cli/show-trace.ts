import { readTrace } from '../exporters/read-local-files.js'
import { TraceLookupError } from '../exporters/trace-lookup-error.js'
import { renderWaterfall } from '../exporters/waterfall.js'
import type { Reporter } from './reporter.js'

/** Draws the trace of a call that has just ended, if it was recorded. */
export async function showTrace(reporter: Reporter, traceId: string | undefined, dir: string): Promise<void> {
  const record = traceId && (await readTrace(traceId, { dir }).catch(nothingRecorded))
  if (!record)
    return reporter.show(({ colors }) => colors.dim('The call was not recorded in the local store.'))
  reporter.show(terminal => renderWaterfall(record.spans, record.logs, terminal))
}

/** A sampler or `OTEL_TRACES_EXPORTER=none` may have left the call out. */
function nothingRecorded(error: unknown): undefined {
  if (!(error instanceof TraceLookupError)) throw error
}
