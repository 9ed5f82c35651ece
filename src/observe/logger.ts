/** Levels of a log record, from the least to the most severe. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'

type LogMethod = (fields: object, message: string) => void

/** A pino logger, or anything of its shape. */
export interface ToolLogger extends Record<LogLevel, LogMethod> {
  isLevelEnabled?(level: string): boolean
}

/** Severity numbers of the OpenTelemetry log data model. */
export const SEVERITY: Record<LogLevel, number> = {
  trace: 1,
  debug: 5,
  info: 9,
  warn: 13,
  error: 17,
  fatal: 21,
}

/** Tells whether a logger would write a record of this level; one that cannot say is asked to decide itself. */
export function isLevelEnabled(logger: ToolLogger, level: LogLevel): boolean {
  return logger.isLevelEnabled?.(level) ?? true
}
