import type { Meter, MetricOptions } from '@opentelemetry/api'
import { createInstruments } from '../../src/observe/metrics.js'

/** What a metric is, as the runtime declares it. */
export interface Instrument {
  name: string
  kind: 'counter' | 'gauge' | 'histogram'
  unit: string
}

/** Asks the runtime for its instruments, by name, so that no dashboard can name one that it does not have. */
export function readInstruments(): ReadonlyMap<string, Instrument> {
  const found = new Map<string, Instrument>()
  const note =
    (kind: Instrument['kind']) =>
    (name: string, { unit = '' }: MetricOptions = {}) => {
      found.set(name, { name, kind, unit })
      return { add() {}, record() {}, addCallback() {}, removeCallback() {} }
    }
  const meter: Meter = {
    createCounter: note('counter'),
    createObservableCounter: note('counter'),
    createHistogram: note('histogram'),
    createGauge: note('gauge'),
    createUpDownCounter: note('gauge'),
    createObservableGauge: note('gauge'),
    createObservableUpDownCounter: note('gauge'),
    addBatchObservableCallback() {},
    removeBatchObservableCallback() {},
  }
  createInstruments(meter)
  return found
}
