import type { ToolLogger } from '../observe/logger.js'

const nothing = (): void => {}

/** A logger that writes nothing: what it would say is in the trace that a command shows. */
export const silentLogger: ToolLogger = {
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
  isLevelEnabled: () => false,
}
