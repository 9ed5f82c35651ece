const waiting = new Set<() => void>()

function runAll(): void {
  for (const last of waiting) {
    try {
      last()
    } catch {
      // The process ends; there is nobody left to tell.
    }
  }
}

/** Runs something when the process ends, however many ask for it with one listener. Returns what takes it back. */
export function atExit(last: () => void): () => void {
  if (waiting.size === 0) process.on('exit', runAll)
  waiting.add(last)
  return () => {
    waiting.delete(last)
    if (waiting.size === 0) process.off('exit', runAll)
  }
}
