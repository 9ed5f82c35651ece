interface Listener {
  waiting: Set<() => void>
  stop(): void
}

const listeners = new WeakMap<AbortSignal, Listener>()

/**
 * Calls `fn` once when a signal is aborted, and returns what takes it off again.
 *
 * However many calls share a signal, it carries one listener of ours, so that Node has no reason to warn of a leak; and
 * none once the last of them has ended.
 */
export function onAbort(signal: AbortSignal, fn: () => void): () => void {
  const { waiting, stop } = listeners.get(signal) ?? listen(signal)
  waiting.add(fn)
  return () => {
    waiting.delete(fn)
    if (waiting.size === 0) stop()
  }
}

function listen(signal: AbortSignal): Listener {
  const waiting = new Set<() => void>()
  const callAll = () => {
    listeners.delete(signal)
    for (const fn of waiting) fn()
  }
  const stop = () => {
    listeners.delete(signal)
    signal.removeEventListener('abort', callAll)
  }
  const listener = { waiting, stop }
  listeners.set(signal, listener)
  signal.addEventListener('abort', callAll, { once: true })
  return listener
}
