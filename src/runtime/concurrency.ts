import pLimit, { type LimitFunction } from 'p-limit'
import type { Call } from './call-state.js'
import { inCall } from './in-call.js'
import type { Kernel } from './kernel.js'
import { Ended } from './settlement.js'

/** Tells whether a call may have to wait for a place. */
export function hasLimit({ tool, kernel }: Call): boolean {
  return tool.maxConcurrency !== undefined || kernel.concurrency !== undefined
}

/** Runs an execution as soon as its tool and its runtime have a place for it; at once where neither has a limit. */
export function whenAdmitted<T>(call: Call, run: () => Promise<T>): Promise<T> {
  const { kernel, tool } = call
  const limiters = [limiter(kernel, tool.id, tool.maxConcurrency), limiter(kernel, '', kernel.concurrency)]
  const admitted = limiters.filter(limit => limit !== undefined)
  if (admitted.length === 0) return run()
  // A queue runs its jobs in the context of whoever freed the place, so the call's own is put back.
  const job = () => {
    if (call.interrupted) throw new Ended(call.interrupted)
    return inCall(call, run)
  }
  const queued = admitted.reduceRight<() => Promise<T>>(
    (inner, limit) => () => limit(inner),
    async () => job(),
  )
  return queued()
}

function limiter(kernel: Kernel, key: string, places: number | undefined): LimitFunction | undefined {
  if (places === undefined) return undefined
  const limit = kernel.limiters.get(key) ?? pLimit(places)
  kernel.limiters.set(key, limit)
  return limit
}
