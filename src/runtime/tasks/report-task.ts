import { ROOT_CONTEXT } from '@opentelemetry/api'
import { describeBriefly } from '../../observe/exception.js'
import { ATTR } from '../../observe/names.js'
import type { Kernel } from '../kernel.js'

/** Logs that something could not be done for a task, outside any call. */
export function reportTask(
  { logs, redactors }: Pick<Kernel, 'logs' | 'redactors'>,
  failure: { toolName: string; toolCallId?: string; what: string; error: unknown },
): void {
  const { toolName, toolCallId = '', what, error } = failure
  const { type, message } = describeBriefly(error, redactors.log)
  logs.report({
    level: 'error',
    message: `a background task of ${toolName} ${what}: ${message}`,
    data: { [ATTR.errorType]: type },
    toolName,
    toolCallId,
    context: ROOT_CONTEXT,
  })
}
