import { ATTR, METRIC } from '../../src/observe/names.js'
import { FAILURES, NEVER_RAN } from './outcomes.js'
import { label, series } from './series.js'

export const TOOL = label(ATTR.toolName)
export const OUTCOME = label(ATTR.outcome)
export const ERROR = label(ATTR.errorType)

/** Matchers of the dashboards' variables. */
export const OF_SERVICE = 'job=~"$job"'
export const OF_TOOL = [OF_SERVICE, `${TOOL}=~"$tool"`]

export const FAILED = `${OUTCOME}=~"${FAILURES.join('|')}"`
export const RAN = `${OUTCOME}!~"${NEVER_RAN.join('|')}"`
export const WITH_ERROR = `${ERROR}!=""`

const calls = METRIC.toolCalls
const duration = METRIC.executeToolDuration

/** How much of a counter was added each second, by labels. */
export function rate(metric: string, by: readonly string[], matchers: readonly string[] = OF_TOOL): string {
  return `sum${grouped(by)} (rate(${series(metric, matchers)}[$__rate_interval]))`
}

/** How often something that is measured happened each second, by labels. */
export function rateOfMeasured(
  metric: string,
  by: readonly string[],
  matchers: readonly string[] = OF_TOOL,
): string {
  return `sum${grouped(by)} (rate(${series(metric, matchers, '_count')}[$__rate_interval]))`
}

/** A quantile of what a histogram measured, by labels. */
export function quantile(
  q: number,
  metric: string,
  by: readonly string[],
  matchers: readonly string[] = OF_TOOL,
  window = '$__rate_interval',
): string {
  const buckets = `rate(${series(metric, matchers, '_bucket')}[${window}])`
  return `histogram_quantile(${q}, sum${grouped(['le', ...by])} (${buckets}))`
}

/** The share of calls that failed; 0, and not nothing, where none did. */
export function failedShare(by: readonly string[], window = '$__rate_interval'): string {
  const all = `sum${grouped(by)} (rate(${series(calls, OF_TOOL)}[${window}]))`
  const failed = `sum${grouped(by)} (rate(${series(calls, [...OF_TOOL, FAILED])}[${window}]))`
  return `(${failed} or 0 * ${all}) / ${all}`
}

/** A quantile of the durations of calls whose tool ran. */
export function durationOfRuns(q: number, by: readonly string[], window?: string): string {
  return quantile(q, duration, by, [...OF_TOOL, RAN], window)
}

export function grouped(by: readonly string[]): string {
  return by.length > 0 ? ` by (${by.join(', ')})` : ''
}
