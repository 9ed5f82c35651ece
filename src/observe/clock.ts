/** A running timer, and how to stop it. */
export interface Timer {
  clear(): void
  /** Lets the process end although the timer runs. */
  unref(): void
}

/** Where time comes from, so that a test can hold it in its hand. */
export interface Clock {
  /** Monotonic time in milliseconds; only differences mean anything. */
  now(): number
  /** Wall-clock time in milliseconds since 1970. */
  date(): number
  /** Runs `fn` once after `ms` milliseconds. */
  setTimeout(fn: () => void, ms: number): Timer
}

// Node fires a longer timer at once; past this a limit counts as none.
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** The real clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  setTimeout(fn, ms) {
    if (ms > LONGEST_TIMER_MS) return { clear() {}, unref() {} }
    const timer = setTimeout(fn, ms)
    return { clear: () => clearTimeout(timer), unref: () => timer.unref() }
  },
}
