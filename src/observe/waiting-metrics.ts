import type { BatchObservableResult, Meter } from '@opentelemetry/api'
import { ATTR, METRIC } from './names.js'

/** Lists the calls that wait for a decision in one place. */
export interface WaitingCalls {
  list(): Promise<readonly { toolName: string; ageMs: number }[]>
  /** Whether the age of the oldest is told too. */
  readonly withAge: boolean
}

/**
 * Makes the gauges of calls that wait for a decision, and returns the places they are read from. What waits is counted
 * where it is kept, so that a decision made in another process counts too; processes that share a store tell the same.
 */
export function observedWaiting(meter: Meter): Set<WaitingCalls> {
  const places = new Set<WaitingCalls>()
  const seen = new Set<string>()
  const pending = meter.createObservableUpDownCounter(METRIC.approvalPending, {
    unit: '{call}',
    description: 'Tool calls waiting for a decision.',
  })
  const oldest = meter.createObservableGauge(METRIC.approvalOldestAge, {
    unit: 's',
    description: 'Age of the call that has waited longest for a decision.',
  })
  async function observe(result: BatchObservableResult): Promise<void> {
    const counts = new Map([...seen].map(toolName => [toolName, { count: 0, ageMs: 0 }]))
    const listed = await Promise.all([...places].map(async place => ({ place, calls: await place.list() })))
    for (const { place, calls } of listed) {
      for (const { toolName, ageMs } of calls) {
        const known = counts.get(toolName) ?? { count: 0, ageMs: 0 }
        counts.set(toolName, {
          count: known.count + 1,
          ageMs: Math.max(known.ageMs, place.withAge ? ageMs : 0),
        })
      }
    }
    const withAge = [...places].some(place => place.withAge)
    for (const [toolName, { count, ageMs }] of counts) {
      seen.add(toolName)
      const attributes = { [ATTR.toolName]: toolName }
      result.observe(pending, count, attributes)
      if (withAge) result.observe(oldest, ageMs / 1_000, attributes)
    }
  }
  meter.addBatchObservableCallback(observe, [pending, oldest])
  return places
}
