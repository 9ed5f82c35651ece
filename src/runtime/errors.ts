import type { Outcome } from './outcome.js'

/** A call that did not end `ok`, thrown where a caller asked for the output and nothing else. */
export class ToolCallError extends Error {
  override name = 'ToolCallError'
  readonly outcome: Outcome
  readonly toolName: string
  readonly toolCallId: string

  constructor(
    message: string,
    call: { outcome: Outcome; toolName: string; toolCallId: string; cause?: unknown },
  ) {
    super(message, call.cause === undefined ? undefined : { cause: call.cause })
    this.outcome = call.outcome
    this.toolName = call.toolName
    this.toolCallId = call.toolCallId
  }
}

type CallFacts = { toolName: string; toolCallId: string }

/** The deadline of a call or of its last attempt passed. */
export class TimeoutError extends ToolCallError {
  override name = 'TimeoutError'

  constructor(message: string, call: CallFacts) {
    super(message, { ...call, outcome: 'timed_out' })
  }
}

/** A person must approve the call before it runs; `ticket` is what they decide on. */
export class ApprovalRequiredError extends ToolCallError {
  override name = 'ApprovalRequiredError'
  readonly ticket: string

  constructor(call: CallFacts & { ticket: string }) {
    super(`${call.toolName} needs approval before it runs`, { ...call, outcome: 'awaiting_approval' })
    this.ticket = call.ticket
  }
}

/** The tool suspended itself and waits for data; `ticket` resumes it. */
export class SuspendedError extends ToolCallError {
  override name = 'SuspendedError'
  readonly ticket: string
  readonly suspendPayload: unknown

  constructor(call: CallFacts & { ticket: string; suspendPayload: unknown }) {
    super(`${call.toolName} is suspended and waits to be resumed`, { ...call, outcome: 'suspended' })
    this.ticket = call.ticket
    this.suspendPayload = call.suspendPayload
  }
}

/** The tool has no `execute`; it runs elsewhere, through a runtime. */
export class NotExecutableError extends ToolCallError {
  override name = 'NotExecutableError'

  constructor(call: CallFacts) {
    const message = `${call.toolName} has no execute function: give it one, or call it through a runtime, which dispatches it`
    super(message, { ...call, outcome: 'dispatched' })
  }
}

/** A definition that cannot become a tool or a runtime; the message names the field and the fix. */
export class DefinitionError extends TypeError {
  override name = 'DefinitionError'
}

/** A background task that cannot be asked for: there is none of this id. */
export class TaskError extends Error {
  override name = 'TaskError'
  readonly code: 'unknown'

  constructor(code: 'unknown', message: string) {
    super(message)
    this.code = code
  }
}

/** As many background tasks wait for their turn as the runtime allows. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'

  constructor(limit: number) {
    super(`${limit} background tasks wait already: call again later, or raise background.queueLimit`)
  }
}

/** The runtime was closed, and takes no more background tasks. */
export class RuntimeClosedError extends Error {
  override name = 'RuntimeClosedError'

  constructor() {
    super('the runtime was closed and takes no more background tasks')
  }
}

/** Why a ticket could not be used. */
export type TicketErrorCode = 'used' | 'expired' | 'unknown' | 'changed' | 'forbidden'

/** A ticket that cannot be used; nothing was changed. */
export class TicketError extends Error {
  override name = 'TicketError'
  readonly code: TicketErrorCode

  constructor(code: TicketErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
