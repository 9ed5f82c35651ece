import type { LogLevel } from '../observe/logger.js'

/** What an outcome means wherever it is told. */
interface Meaning {
  /** Whether the span has an error status; `error.type` is the word given, or the class of what was thrown. */
  error?: string
  /** Level of the record that says how the call ended. */
  level: LogLevel
  /** Exit code of a command that ends with it. */
  exitCode: 0 | 1
}

const quiet = { level: 'debug', exitCode: 0 } as const
const callerFault = { level: 'warn', exitCode: 1 } as const
const toolFault = { level: 'error', exitCode: 1 } as const

/** Every way a call can end. The same word stands on span, metric, log, transcript and result. */
export const OUTCOMES = {
  ok: quiet,
  input_invalid: { ...callerFault, error: 'input_invalid' },
  context_invalid: { ...callerFault, error: 'context_invalid' },
  resume_invalid: { ...callerFault, error: 'resume_invalid' },
  awaiting_approval: quiet,
  denied: { level: 'info', exitCode: 1 },
  suspended: quiet,
  suspend_invalid: { ...toolFault, error: 'suspend_invalid' },
  output_invalid: { ...toolFault, error: 'output_invalid' },
  dispatched: quiet,
  cancelled: { level: 'info', exitCode: 1 },
  timed_out: { ...toolFault, error: 'timeout' },
  not_found: { ...callerFault, error: 'tool_not_found' },
  audit_unavailable: { ...toolFault, error: 'audit_unavailable' },
  error: { ...toolFault, error: '_OTHER' },
} as const satisfies Record<string, Meaning>

/** The word for how a call ended. */
export type Outcome = keyof typeof OUTCOMES

/** Outcomes whose span has an error status. */
export type FailureOutcome = {
  [O in Outcome]: (typeof OUTCOMES)[O] extends { error: string } ? O : never
}[Outcome]

/** Returns what an outcome means. */
export function meaningOf(outcome: Outcome): Meaning {
  return OUTCOMES[outcome]
}
