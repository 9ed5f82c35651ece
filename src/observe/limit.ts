import type { Clock } from './clock.js'

/** How user code that was given a limit ended. */
export type Limited<T> = { ok: true; value: T } | { ok: false; error: unknown; overrun: boolean }

/**
 * Runs user code and waits for it no longer than its limit. Never throws or rejects.
 *
 * Code that overruns goes on unobserved: what it settles to later, a rejection included, is dropped.
 */
export function withLimit<T>(
  fn: () => T,
  limitMs: number,
  clock: Clock,
): Limited<Awaited<T>> | Promise<Limited<Awaited<T>>> {
  let returned: T
  try {
    returned = fn()
  } catch (error) {
    return { ok: false, error, overrun: false }
  }
  if (!isThenable(returned)) return { ok: true, value: returned as Awaited<T> }
  return settleWithin(returned, limitMs, clock)
}

/** Tells whether a value must be awaited. Reading `then` may run user code, so a throw counts as no. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false
  try {
    return typeof (value as { then?: unknown }).then === 'function'
  } catch {
    return false
  }
}

function settleWithin<T>(pending: T, limitMs: number, clock: Clock): Promise<Limited<Awaited<T>>> {
  return new Promise(resolve => {
    const timer = clock.setTimeout(() => {
      resolve({ ok: false, error: new Error(`still running after ${limitMs} ms`), overrun: true })
    }, limitMs)
    Promise.resolve(pending).then(
      value => {
        timer.clear()
        resolve({ ok: true, value })
      },
      error => {
        timer.clear()
        resolve({ ok: false, error, overrun: false })
      },
    )
  })
}
