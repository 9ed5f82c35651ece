import type { Call } from '../call-state.js'
import type { CallStore } from '../call-store.js'

const watched = new WeakMap<object, WeakSet<CallStore>>()

/** Lets the gauges of calls that wait read the store a call waits in: once for each store and meter. */
export function watchWaiting({ kernel, instruments }: Call): void {
  const { tickets, clock, metrics, toolNames } = kernel
  if (!instruments.recording) return
  const stores = watched.get(instruments) ?? new WeakSet()
  watched.set(instruments, stores)
  if (stores.has(tickets)) return
  stores.add(tickets)
  instruments.waiting.add({
    withAge: metrics === 'all',
    async list() {
      const waiting = (await tickets.list()).filter(
        ({ kind, state }) => kind === 'approval' && state === 'waiting',
      )
      return waiting.map(({ toolName, createdAt }) => ({
        toolName: toolNames(toolName),
        ageMs: Math.max(0, clock.date() - createdAt),
      }))
    },
  })
}
