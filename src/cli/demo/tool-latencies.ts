import { quantile } from './quantile.js'
import type { RecordedCall } from './read-recording.js'

/** How long the calls of one tool took, as recorded. */
export interface ToolLatency {
  tool: string
  count: number
  p50Ms: number
  p99Ms: number
}

/** Computes the latency of each tool from all its recorded calls, by name. */
export function toolLatencies(calls: readonly RecordedCall[]): ToolLatency[] {
  const tools = [...new Set(calls.map(({ tool }) => tool))].sort()
  return tools.map(tool => {
    const durations = calls.filter(call => call.tool === tool).map(({ durationMs }) => durationMs)
    return {
      tool,
      count: durations.length,
      p50Ms: quantile(durations, 0.5),
      p99Ms: quantile(durations, 0.99),
    }
  })
}
