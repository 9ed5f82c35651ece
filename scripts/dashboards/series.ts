import { type Instrument, readInstruments } from './instruments.js'

const instruments = readInstruments()

/** Words that a unit adds to a name where OTLP is translated; `{call}` and the like add none. */
const UNIT_WORDS: Record<string, string> = { s: 'seconds', By: 'bytes', '1': 'ratio' }

/** The part of a histogram that a query reads. */
type Part = '_bucket' | '_count' | '_sum'

/** Returns what Prometheus calls an attribute. */
export function label(attribute: string): string {
  return attribute.replaceAll(/[^a-zA-Z0-9_]/g, '_')
}

/**
 * Selects the series of a metric by either of its names: with the word of its unit, as a collector or Prometheus' own
 * OTLP receiver writes it, or without, as OpenTelemetry's Prometheus exporter for JavaScript does.
 *
 * @param matchers PromQL matchers, such as `error_type!=""`.
 */
export function series(metric: string, matchers: readonly string[] = [], part?: Part): string {
  const { kind, unit } = instrumentOf(metric)
  const word = UNIT_WORDS[unit]
  const suffix = (kind === 'counter' ? '_total' : '') + (part ?? '')
  const name = label(metric)
  if (word === undefined) return `${name}${suffix}${braced(matchers)}`
  return braced([`__name__=~"${name}(_${word})?${suffix}"`, ...matchers])
}

function instrumentOf(metric: string): Instrument {
  const found = instruments.get(metric)
  if (!found) throw new Error(`The runtime has no metric ${metric}`)
  return found
}

function braced(matchers: readonly string[]): string {
  return matchers.length > 0 ? `{${matchers.join(',')}}` : ''
}
