import type { LogLevel, ToolLogger } from '../observe/logger.js'

/** One line that a logger was given. */
export interface LoggedLine {
  level: LogLevel
  message: string
  fields: Readonly<Record<string, unknown>>
}

/** Returns a logger that keeps its lines; every level is on. */
export function createMemoryLogger(): ToolLogger & { readonly lines: readonly LoggedLine[] } {
  const lines: LoggedLine[] = []
  const at = (level: LogLevel) => (fields: object, message: string) => {
    lines.push({ level, message, fields: { ...fields } })
  }
  return {
    lines,
    isLevelEnabled: () => true,
    trace: at('trace'),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    fatal: at('fatal'),
  }
}
