import { cliError } from './cli-error.js'
import { parseDuration } from './parse-duration.js'

/** Reads a time: how long ago, such as `1h`, or an ISO 8601 date. @throws {CliError} When it is neither. */
export function parseSince(text: string, now = Date.now()): Date {
  if (/^[\d.]+(ms|s|m|h|d)$/.test(text)) return new Date(now - parseDuration(text))
  const date = /^\d{4}-\d{2}/.test(text) ? new Date(text) : undefined
  if (!date || Number.isNaN(date.getTime())) throw cliError('bad_time', text)
  return date
}
