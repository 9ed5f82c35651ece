import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { PushError } from './push-error.js'

/** How far the files of a store were sent, by where they were sent to: offsets in bytes, behind the last line sent. */
export type Offsets = Record<string, number>

/** What was sent before, kept beside the store, so that nothing is sent twice. */
export interface PushState {
  /** Offsets of the files of one signal, by their names, as they were sent to an address. */
  sentTo(address: string): Offsets
  /** Remembers, durably, that a file was sent so far. */
  note(address: string, file: string, offset: number): Promise<void>
  /** Forgets what was sent to an address of files that are no longer there. */
  keepOnly(address: string, files: readonly string[]): void
}

interface Stored {
  version: 1
  sent: Record<string, Offsets>
}

const FILE = 'push.json'

/**
 * Opens what is remembered of earlier pushes.
 *
 * @param again Forgets what was sent before to the addresses that are asked for.
 * @throws {PushError} When it cannot be read: going on as if nothing had been sent would send all of it twice.
 */
export async function openPushState(dir: string, { again }: { again: boolean }): Promise<PushState> {
  const path = join(dir, FILE)
  const stored = await readState(path)
  const asked = new Set<string>()
  function sentTo(address: string): Offsets {
    const offsets = (again && !asked.has(address) ? undefined : stored.sent[address]) ?? {}
    asked.add(address)
    stored.sent[address] = offsets
    return offsets
  }
  return {
    sentTo,
    note: async (address, file, offset) => {
      sentTo(address)[file] = offset
      await writeState(path, stored)
    },
    keepOnly: (address, files) => {
      const there = new Set(files)
      const offsets = Object.entries(sentTo(address)).filter(([file]) => there.has(file))
      stored.sent[address] = Object.fromEntries(offsets)
    },
  }
}

async function readState(path: string): Promise<Stored> {
  const text = await readFile(path, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return undefined
    throw new PushError(`${path} cannot be read (${error.code}); it says what was sent before`)
  })
  if (text === undefined) return { version: 1, sent: {} }
  const stored = parsed(text)
  if (stored) return stored
  throw new PushError(
    `${path} is not what an earlier push wrote; move it away to send everything that is there`,
  )
}

function parsed(text: string): Stored | undefined {
  try {
    const stored: Stored = JSON.parse(text)
    const isState = stored.version === 1 && typeof stored.sent === 'object' && stored.sent !== null
    return isState ? stored : undefined
  } catch {
    return undefined
  }
}

/** Replaces the file as a whole, so that a crash leaves the old one or the new one. */
async function writeState(path: string, stored: Stored): Promise<void> {
  const next = `${path}.${process.pid}`
  const file = await open(next, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(stored))
    await file.datasync()
  } finally {
    await file.close()
  }
  await rename(next, path)
}
