import { type Counter, createNoopMeter, type Histogram, type Meter } from '@opentelemetry/api'
import {
  ATTR,
  DURATION_BUCKETS,
  HOOK_BUCKETS,
  MCP_BUCKETS,
  METRIC,
  PAYLOAD_BUCKETS,
  WAIT_BUCKETS,
} from './names.js'
import { observedWaiting, type WaitingCalls } from './waiting-metrics.js'

/** The instruments of one meter. */
export interface Instruments {
  /** Whether anything is recorded; without an SDK nothing is. */
  recording: boolean
  executeToolDuration: Histogram
  /** Calls that have ended, by tool name and outcome; read when the metric is collected. */
  calls: CallCounts
  hookDuration: Histogram
  transformDuration: Histogram
  retries: Counter
  toolLate: Counter
  transcriptRecords: Counter
  redactions: Counter
  payloadSize: Histogram
  /** Calls running now, by tool name; read when the metric is collected, so that a call pays nothing for it. */
  active: Map<string, number>
  approvalWaitDuration: Histogram
  suspendWaitDuration: Histogram
  taskQueueDuration: Histogram
  mcpServerOperationDuration: Histogram
  mcpClientOperationDuration: Histogram
  /** Where calls wait for a decision; asked when the metric is collected. */
  waiting: Set<WaitingCalls>
}

/** Makes every instrument of a meter, with units and buckets as SPEC and conventions state them. */
export function createInstruments(meter: Meter): Instruments {
  const histogram = (name: string, description: string, explicitBucketBoundaries: number[]) =>
    meter.createHistogram(name, { unit: 's', description, advice: { explicitBucketBoundaries } })
  return {
    recording: meter !== createNoopMeter(),
    executeToolDuration: histogram(METRIC.executeToolDuration, 'Duration of a tool call.', DURATION_BUCKETS),
    calls: observedCalls(meter),
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
    redactions: meter.createCounter(METRIC.redactions, {
      unit: '{redaction}',
      description: 'Values and parts of texts that the redactor took out.',
    }),
    payloadSize: meter.createHistogram(METRIC.payloadSize, {
      unit: 'By',
      description: 'Size of captured payloads as redacted JSON.',
      advice: { explicitBucketBoundaries: PAYLOAD_BUCKETS },
    }),
    active: observed(meter, METRIC.toolActive, 'Tool calls running now.'),
    approvalWaitDuration: histogram(
      METRIC.approvalWaitDuration,
      'Time from asking for a decision to the decision.',
      WAIT_BUCKETS,
    ),
    suspendWaitDuration: histogram(
      METRIC.suspendWaitDuration,
      'Time from suspending a call to resuming it.',
      WAIT_BUCKETS,
    ),
    taskQueueDuration: histogram(
      METRIC.taskQueueDuration,
      'Time a background task waited for its turn once it was due.',
      WAIT_BUCKETS,
    ),
    mcpServerOperationDuration: histogram(
      METRIC.mcpServerOperationDuration,
      'Duration of a request as its MCP server sees it.',
      MCP_BUCKETS,
    ),
    mcpClientOperationDuration: histogram(
      METRIC.mcpClientOperationDuration,
      'Duration of a request as its MCP client sees it.',
      MCP_BUCKETS,
    ),
    waiting: observedWaiting(meter),
  }
}

/** Adds to a count kept by name. */
export function addTo(counts: Map<string, number>, name: string, change: number): void {
  counts.set(name, (counts.get(name) ?? 0) + change)
}

/** How many calls of a tool ended with an outcome. */
export type CallCounts = Map<string, Map<string, number>>

/** Counts a call that has ended. */
export function countCall(calls: CallCounts, toolName: string, outcome: string): void {
  const outcomes = calls.get(toolName) ?? new Map<string, number>()
  calls.set(toolName, outcomes)
  addTo(outcomes, outcome, 1)
}

function observedCalls(meter: Meter): CallCounts {
  const calls: CallCounts = new Map()
  const options = { unit: '{call}', description: 'Tool calls by outcome.' }
  meter.createObservableCounter(METRIC.toolCalls, options).addCallback(result => {
    for (const [toolName, outcomes] of calls) {
      for (const [outcome, count] of outcomes) {
        result.observe(count, { [ATTR.toolName]: toolName, [ATTR.outcome]: outcome })
      }
    }
  })
  return calls
}

function observed(meter: Meter, name: string, description: string): Map<string, number> {
  const counts = new Map<string, number>()
  const instrument = meter.createObservableUpDownCounter(name, { unit: '{call}', description })
  instrument.addCallback(result => {
    for (const [toolName, count] of counts) result.observe(count, { [ATTR.toolName]: toolName })
  })
  return counts
}
