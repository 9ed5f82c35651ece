import type { RecordedCall } from './read-recording.js'

/** Finds the call that is most worth drawing: the one with the most attempts, then the most log records. */
export function longestStory(calls: readonly RecordedCall[]): RecordedCall | undefined {
  return [...calls].sort((a, b) => b.attempts - a.attempts || b.logs.length - a.logs.length)[0]
}
