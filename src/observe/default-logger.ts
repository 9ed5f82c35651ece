import { createRequire } from 'node:module'
import type { ToolLogger } from './logger.js'

let logger: ToolLogger | undefined

/** The logger used where none is given: warnings and errors as pino lines on standard error, made at first use. */
export function defaultLogger(): ToolLogger {
  logger ??= makeLogger()
  return logger
}

function makeLogger(): ToolLogger {
  const pino: typeof import('pino') = createRequire(import.meta.url)('pino')
  return pino.pino({ name: 'toolspan', level: 'warn' }, pino.destination({ dest: 2, sync: true }))
}
