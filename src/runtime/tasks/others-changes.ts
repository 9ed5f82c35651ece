import type { Timer } from '../../observe/clock.js'
import type { TaskEngine } from './task-engine.js'

/** Changes come in crowds, and one look finds them all. */
const SETTLE_MS = 20

/**
 * Calls back when others may have changed what is in a store that is shared: soon after it says so, and every now and
 * then where it does not. Never in a store of one's own. Returns what ends it.
 *
 * @param keepsAlive Whether the process stays for it, as for somebody who waits. Default true.
 */
export function onOthersChange(
  { kernel, limits }: TaskEngine,
  changed: () => unknown,
  keepsAlive = true,
): () => void {
  const { tickets, clock, sharesTickets } = kernel
  if (!sharesTickets) return () => {}
  let soon: Timer | undefined
  let poll: Timer
  function look(): void {
    soon?.clear()
    soon = undefined
    poll.clear()
    poll = after(limits.pollMs)
    changed()
  }
  function after(ms: number): Timer {
    const timer = clock.setTimeout(look, ms)
    if (!keepsAlive) timer.unref()
    return timer
  }
  const unwatch = tickets.watch?.(() => {
    soon ??= after(SETTLE_MS)
  })
  poll = after(limits.pollMs)
  return () => {
    unwatch?.()
    soon?.clear()
    poll.clear()
  }
}
