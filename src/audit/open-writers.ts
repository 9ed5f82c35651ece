import { isRunning, readRegister } from './writer-register.js'

/** Returns the writers that may still write: they were begun, have not ended, and their process runs here. */
export function openWriters(register: string): Set<string> {
  const open = new Set<string>()
  for (const entry of readRegister(register)) {
    if (entry.event !== 'begun') open.delete(entry.writer)
    else if (isRunning(entry)) open.add(entry.writer)
  }
  return open
}
