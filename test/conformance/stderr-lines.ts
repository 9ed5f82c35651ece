import type { LoggedLine } from 'toolspan/testing'
import { createMemoryLogger } from '../../src/testing/memory-logger.js'

let logger = createMemoryLogger()

/** Stands in for the logger that writes to standard error when none is given. */
export function defaultLogger() {
  return logger
}

/** Starts an empty list of lines and returns how to read it. */
export function collectLines(): () => readonly LoggedLine[] {
  const fresh = createMemoryLogger()
  logger = fresh
  return () => fresh.lines
}
