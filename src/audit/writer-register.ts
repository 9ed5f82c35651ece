import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** What a line of the register tells of a writer: that it was begun, that it ended, that it was found without an end. */
export type RegisterFacts =
  | { event: 'begun'; host: string; pid: number; key_id: string }
  | { event: 'ended'; records: number }
  | { event: 'lost'; found_by: string }

export type RegisterEntry = RegisterFacts & { writer: string; ts: string }

/** A writer that was begun: where, and what it signs with. */
export type BegunWriter = Extract<RegisterEntry, { event: 'begun' }>

/** Adds a line to the register; a short append is whole or not there, also when several processes write. */
export function addToRegister(path: string, entry: RegisterEntry): void {
  appendFileSync(path, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
}

/** Reads the register; lines that cannot be read are left out, and a register that is not there is empty. */
export function readRegister(path: string): RegisterEntry[] {
  return parseRegister(readOrEmpty(path))
}

/** Reads the lines of a register. */
export function parseRegister(bytes: Buffer): RegisterEntry[] {
  const lines = bytes.toString('utf8').split('\n')
  return lines.flatMap(line => parseEntry(line) ?? [])
}

/** Length and hash of the register as it stands, so that no line of it can be taken out unseen. */
export function sealOfRegister(path: string): { bytes: number; sha256: string } {
  const bytes = readOrEmpty(path)
  return { bytes: bytes.length, sha256: sha256Hex(bytes) }
}

/** Tells whether a register still begins with what was sealed. */
export function isSealIntact(
  register: Buffer,
  { bytes, sha256 }: { bytes: number; sha256: string },
): boolean {
  return register.length >= bytes && sha256Hex(register.subarray(0, bytes)) === sha256
}

/** Tells whether the process of a writer still runs; one of another host, or seen from another, counts as gone. */
export function isRunning({ host, pid, ts }: BegunWriter): boolean {
  if (host !== hostname()) return false
  // In a container every process may have the same id, so an earlier one with ours is gone.
  if (pid === process.pid) return Date.parse(ts) >= performance.timeOrigin - 1_000
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Reads a whole file; one that is not there is empty. */
export function readOrEmpty(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function parseEntry(line: string): RegisterEntry | undefined {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry !== null && 'writer' in entry
      ? (entry as RegisterEntry)
      : undefined
  } catch {
    return undefined
  }
}
