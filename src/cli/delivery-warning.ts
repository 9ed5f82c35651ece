import type { TelemetryReport } from '../exporters/telemetry-controls.js'

/** A loss as the exporters word it; what stands in other words is passed on as it is. */
const LOSS = /^OTLP endpoint (\S+?)(?:\/v1\/(?:traces|logs|metrics))? (.+) \((\d+ .+) lost\)$/

/**
 * Tells in one sentence what telemetry could not be delivered, where to, and what to do; nothing when all was.
 *
 * Losses of several signals at one endpoint for one reason are told together.
 */
export function deliveryWarning({ problems }: TelemetryReport): string | undefined {
  const byPlace = new Map<string, string[]>()
  const others: string[] = []
  for (const problem of problems) {
    const [, endpoint, reason, items] = LOSS.exec(problem) ?? []
    if (!items) others.push(problem)
    else gather(byPlace, `${endpoint}, which ${reason}`, items)
  }
  const losses = [...byPlace].map(([place, items]) => `${listed(items)} could not be delivered to ${place}`)
  const advice = losses.some(loss => !loss.includes('_EXPORTER=none'))
    ? ['start a collector there or unset OTEL_EXPORTER_OTLP_ENDPOINT']
    : []
  return [...losses, ...others, ...advice].join('; ') || undefined
}

function gather(groups: Map<string, string[]>, key: string, item: string): void {
  groups.set(key, [...(groups.get(key) ?? []), item])
}

function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} and ${last}` : last
}
