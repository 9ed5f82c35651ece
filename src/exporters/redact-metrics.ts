import type { Attributes } from '@opentelemetry/api'
import type { IAttributesProcessor } from '@opentelemetry/sdk-metrics'
import type { Redactor } from '../observe/redact/redactor.js'
import { redactAttributes } from './redact-attributes.js'

/** Attributes remembered; an instrument has few, and the SDK itself keeps no more than 2,000 sets of them. */
const MOST_REMEMBERED = 4_096

/**
 * Creates a view's processor that takes secrets out of the attributes of measurements, whichever library makes them.
 *
 * It works where a measurement is recorded and not where it leaves, so that series which become alike are one series, as
 * Prometheus asks. What an attribute becomes is remembered, so that the same one again costs a look-up.
 */
export function redactMeasurements(redactor: Redactor): IAttributesProcessor {
  const harmless = new Map<string, Set<unknown>>()
  let remembered = 0

  function isHarmless(key: string, value: unknown): boolean {
    if (typeof value === 'object') return false
    if (harmless.get(key)?.has(value)) return true
    const safe = redactAttributes({ [key]: value as string }, redactor)
    if (safe[key] !== value) return false
    remember(key, value)
    return true
  }

  function remember(key: string, value: unknown): void {
    if (remembered >= MOST_REMEMBERED) {
      harmless.clear()
      remembered = 0
    }
    remembered += 1
    const values = harmless.get(key) ?? new Set()
    harmless.set(key, values.add(value))
  }

  return {
    process(attributes: Attributes): Attributes {
      for (const key in attributes) {
        if (!isHarmless(key, attributes[key])) return redactAttributes(attributes, redactor)
      }
      return attributes
    },
  }
}
