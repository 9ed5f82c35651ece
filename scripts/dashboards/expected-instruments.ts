import type { Instrument } from './instruments.js'

/** Metrics that the dashboards show and the runtime does not have yet; a test asks for their removal once it does. */
export const EXPECTED: readonly Instrument[] = [
  { name: 'toolspan.task.queue.duration', kind: 'histogram', unit: 's' },
]
