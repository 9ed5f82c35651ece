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
  const next = [
    `It ${state === 'denied' ? 'ends' : 'runs'} at the next runtime.runDecided() of an application that has the tool,`,
    'or with: toolspan run-decided <module>',
  ]
  reporter.show(({ colors }) => `${sentence}\n${colors.dim(next.join('\n'))}`)
  reporter.give({ ticket, state, toolName, toolCallId })
}
