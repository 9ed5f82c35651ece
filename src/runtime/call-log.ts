import { describeException } from '../observe/exception.js'
import { SEVERITY } from '../observe/logger.js'
import { ATTR, EVENT } from '../observe/names.js'
import type { JsonValue } from '../observe/redact/redactor.js'
import type { Call } from './call-state.js'
import { contentOf } from './end-attributes.js'
import { meaningOf } from './outcome.js'
import type { Settlement } from './settlement.js'

/** Tells whether the end of a call is logged: always when it is worth a warning, else where the logger wants everything. */
export function isLogged({ kernel }: Call, { outcome }: Settlement): boolean {
  const warns = outcome !== 'ok' && SEVERITY[meaningOf(outcome).level] >= SEVERITY.warn
  return warns || kernel.logsEveryCall()
}

/** Writes the one record that says how a call ended. */
export function logCall(call: Call, settlement: Settlement, errorType: string | undefined): void {
  const { kernel, scope, toolName, shownCallId, durationMs } = call
  const { outcome, thrown, message } = settlement
  const data: { [key: string]: JsonValue } = { [ATTR.outcome]: outcome }
  if (call.measured) data['duration_ms'] = Math.round(durationMs * 1_000) / 1_000
  if (errorType) data[ATTR.errorType] = errorType
  if (contentOf(call) !== 'none' && errorType) {
    data[ATTR.exceptionMessage] = message ?? null
    const exception = thrown && describeException(thrown.value, kernel.redactors.log, scope.known)
    if (exception?.stacktrace) data[ATTR.exceptionStacktrace] = exception.stacktrace
    if (exception) data[ATTR.exceptionType] = exception.type
  }
  kernel.logs.report({
    level: meaningOf(outcome).level,
    message: `${toolName} ended ${outcome}`,
    data,
    toolName,
    toolCallId: shownCallId,
    context: scope.context,
    span: scope.span,
    eventName: errorType ? EVENT.toolException : EVENT.toolCall,
  })
}
