import { type Counter, createNoopMeter, type Histogram, type Meter } from '@opentelemetry/api'
import { ATTR, DURATION_BUCKETS, HOOK_BUCKETS, METRIC } from './names.js'

/** The instruments of one meter. */
export interface Instruments {
  /** Whether anything is recorded; without an SDK nothing is. */
  recording: boolean
  executeToolDuration: Histogram
  toolCalls: Counter
  hookDuration: Histogram
  transformDuration: Histogram
  retries: Counter
  toolLate: Counter
  transcriptRecords: Counter
  /** Calls running now, by tool name; read when the metric is collected, so that a call pays nothing for it. */
  active: Map<string, number>
  /** Calls waiting for a decision now, by tool name. */
  approvalPending: Map<string, number>
}

/** Makes every instrument of a meter, with units and buckets as SPEC and conventions state them. */
export function createInstruments(meter: Meter): Instruments {
  const histogram = (name: string, description: string, explicitBucketBoundaries: number[]) =>
    meter.createHistogram(name, { unit: 's', description, advice: { explicitBucketBoundaries } })
  return {
    recording: meter !== createNoopMeter(),
    executeToolDuration: histogram(METRIC.executeToolDuration, 'Duration of a tool call.', DURATION_BUCKETS),
    toolCalls: meter.createCounter(METRIC.toolCalls, {
      unit: '{call}',
      description: 'Tool calls by outcome.',
    }),
    hookDuration: histogram(METRIC.hookDuration, 'Duration of a hook run.', HOOK_BUCKETS),
    transformDuration: histogram(METRIC.transformDuration, 'Duration of a transform run.', HOOK_BUCKETS),
    retries: meter.createCounter(METRIC.retries, {
      unit: '{retry}',
      description: 'Attempts after the first.',
    }),
    toolLate: meter.createCounter(METRIC.toolLate, {
      unit: '{call}',
      description: 'Executions that settled after their call had ended.',
    }),
    transcriptRecords: meter.createCounter(METRIC.transcriptRecords, {
      unit: '{record}',
      description: 'Transcript records, with error.type where one could not be written.',
    }),
    active: observed(meter, METRIC.toolActive, 'Tool calls running now.'),
    approvalPending: observed(meter, METRIC.approvalPending, 'Tool calls waiting for a decision.'),
  }
}

/** Adds to a count kept by tool name. */
export function addTo(counts: Map<string, number>, toolName: string, change: number): void {
  counts.set(toolName, (counts.get(toolName) ?? 0) + change)
}

function observed(meter: Meter, name: string, description: string): Map<string, number> {
  const counts = new Map<string, number>()
  const instrument = meter.createObservableUpDownCounter(name, { unit: '{call}', description })
  instrument.addCallback(result => {
    for (const [toolName, count] of counts) result.observe(count, { [ATTR.toolName]: toolName })
  })
  return counts
}
