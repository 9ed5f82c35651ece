import {
  ApprovalRequiredError,
  isValidationError,
  NotExecutableError,
  type Outcome,
  SuspendedError,
  TimeoutError,
  ToolCallError,
  type ToolResult,
} from 'toolspan'

/** What a caller learns from a door, in words that all doors share. */
export interface Answer {
  outcome: Outcome
  output?: unknown
  /** What was thrown, wrapped so that a thrown `undefined` is one too. */
  thrown?: { value: unknown }
  /** The safe text that says why. */
  message?: string
  /** The answer as the door gave it. */
  raw: unknown
}

const INVALID: [prefix: string, outcome: Outcome][] = [
  ['Tool input validation', 'input_invalid'],
  ['Tool output validation', 'output_invalid'],
  ['Tool request context validation', 'context_invalid'],
  ['Tool suspend payload validation', 'suspend_invalid'],
]

/** Reads the result of `runtime.call`. */
export function answerOfResult(result: ToolResult): Answer {
  const { outcome, error } = result
  const output = 'output' in result ? result.output : undefined
  const thrown = error && Object.hasOwn(error, 'cause') ? { value: error.cause } : undefined
  return { outcome, output, message: error?.message, thrown, raw: result }
}

/** Reads what `tool.execute` answered or threw. */
export async function answerOfExecute(running: Promise<unknown>, signal?: AbortSignal): Promise<Answer> {
  try {
    const raw = await running
    if (!isValidationError(raw)) return { outcome: 'ok', output: raw, raw }
    const known = INVALID.find(([prefix]) => raw.message.startsWith(prefix))
    if (!known) throw new Error(`a validation error of no known kind: ${raw.message}`)
    return { outcome: known[1], message: raw.message, raw }
  } catch (value) {
    const message = isA(Error, value) ? value.message : undefined
    return { outcome: outcomeOf(value, signal), thrown: { value }, message, raw: value }
  }
}

function outcomeOf(thrown: unknown, signal?: AbortSignal): Outcome {
  if (signal?.aborted && thrown === signal.reason) return 'cancelled'
  if (isA(TimeoutError, thrown)) return 'timed_out'
  if (isA(ApprovalRequiredError, thrown)) return 'awaiting_approval'
  if (isA(SuspendedError, thrown)) return 'suspended'
  if (isA(NotExecutableError, thrown)) return 'dispatched'
  return isA(ToolCallError, thrown) ? thrown.outcome : 'error'
}

// Asking a revoked proxy what it is throws.
function isA<T>(type: abstract new (...args: never[]) => T, value: unknown): value is T {
  try {
    return value instanceof type
  } catch {
    return false
  }
}
