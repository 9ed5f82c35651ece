import { systemClock } from '../observe/clock.js'
import { createRedactor } from '../observe/redact/create-redactor.js'
import type { StoredCall } from '../runtime/call-store.js'
import type { FileStore } from '../stores/files/file-store.js'
import type { Reporter } from './reporter.js'

/** What is needed to decide without the tools. */
export function withoutTools(tickets: FileStore) {
  return { tickets, clock: systemClock, redactor: createRedactor(), hookTimeoutMs: 5_000 }
}

/** Says what was recorded, and what ends the call. */
export function tellRecorded(
  reporter: Reporter,
  { id: ticket, state, toolName, toolCallId }: Pick<StoredCall, 'id' | 'state' | 'toolName' | 'toolCallId'>,
  sentence: string,
): void {
  const ends = state === 'denied' ? 'ends' : 'runs'
  const next = `An application that has the tool and shares the store ${ends} it, or you do:\n  toolspan run-decided <module>`
  reporter.show(({ colors }) => `${sentence}\n${colors.dim(next)}`)
  reporter.give({ ticket, state, toolName, toolCallId })
}
