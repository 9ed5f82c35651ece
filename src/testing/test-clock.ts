import { setImmediate } from 'node:timers/promises'
import { type Clock, systemClock, type Timer } from '../observe/clock.js'

/** A clock that runs on its own and can be moved ahead. */
export interface TestClock extends Clock {
  /** Moves time ahead, fires in order what falls due, and lets what was waiting for it go on. */
  advance(ms: number): Promise<void>
}

interface Pending {
  dueAt: number
  fire(): void
}

/** Returns a clock that shows real time until it is advanced. */
export function createTestClock(): TestClock {
  const pending = new Set<Pending>()
  let ahead = 0
  const now = () => systemClock.now() + ahead

  function nextDue(until: number): Pending | undefined {
    const due = [...pending].filter(({ dueAt }) => dueAt <= until)
    return due.sort((a, b) => a.dueAt - b.dueAt)[0]
  }

  return {
    now,
    date: () => systemClock.date() + ahead,
    setTimeout(fn, ms): Timer {
      const timer = systemClock.setTimeout(() => entry.fire(), ms)
      const entry: Pending = {
        dueAt: now() + ms,
        fire() {
          timer.clear()
          if (pending.delete(entry)) fn()
        },
      }
      pending.add(entry)
      const clear = () => {
        timer.clear()
        pending.delete(entry)
      }
      return { clear, unref: () => timer.unref() }
    },
    async advance(ms) {
      const until = now() + ms
      await setImmediate()
      for (let due = nextDue(until); due; due = nextDue(until)) {
        ahead += Math.max(0, due.dueAt - now())
        due.fire()
        await setImmediate()
      }
      ahead += Math.max(0, until - now())
      await setImmediate()
    },
  }
}
