import type { StoredLog, StoredSpan } from '../../exporters/stored-span.js'
import { SEVERITY } from '../../observe/logger.js'
import { ATTR } from '../../observe/names.js'

/** Tells in one line what a call came to: why it failed, or what it waited for and the last thing its tool logged. */
export function whatHappened(span: StoredSpan, logs: readonly StoredLog[], waited?: string): string {
  if (span.status.code === 'error') return reasonOf(span.status.message ?? '')
  if (span.attributes[ATTR.outcome] === 'cancelled') return 'stopped by its caller'
  const said = logs.findLast(log => log.severityNumber >= SEVERITY.info && typeof log.body === 'string')
  return [waited, said && String(said.body)].filter(Boolean).join('; ')
}

/** A failed validation has a heading and a line for each field; the fields are what is worth a line. */
function reasonOf(message: string): string {
  const [heading = '', ...fields] = message.split('\n').map(line => line.replace(/^- /, ''))
  return fields.length > 0 ? fields.join('; ') : heading
}
