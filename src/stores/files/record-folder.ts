import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from '../../observe/file-failure.js'
import { syncFolder, writeDurably } from './durable-files.js'

/*
 * How a record changes in one step, without a lock.
 *
 * A record is a folder. Each revision is a file in it that is never written twice, `3-9f2c.jsonl`; which one is current
 * is said by the name of the one head, an empty file `3-9f2c.current`. A writer puts the next revision beside the
 * current one, and then renames the head that it knows to that of its own revision. A rename needs its source: of
 * several writers who know the same head one renames it, and the others find it gone. Names are never used again, so
 * neither can a head come back that a slow writer remembers. Whoever is killed has either renamed the head or not, and
 * holds nothing that another would have to wait for.
 */

const HEAD = '.current'
const CONTENT = '.jsonl'

/** The current revision of a record. */
export interface Head {
  revision: number
  /** Name that no other revision ever has. */
  name: string
}

/** Tells whether an id can be that of a record: the name of a folder, and of nothing else that is kept beside. */
export function isRecordId(id: string): boolean {
  return /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$/.test(id)
}

/** Puts a new record into a folder of records, whole; answers `false` when there is one already. */
export async function createRecord(
  records: string,
  { id, revision, content }: { id: string; revision: number; content: string },
): Promise<boolean> {
  const draft = join(records, `${DRAFT}${nonce()}`)
  const name = revisionName(revision)
  await mkdir(draft, { mode: 0o700 })
  try {
    await writeDurably(join(draft, name + CONTENT), content)
    await writeFile(join(draft, name + HEAD), '', { mode: 0o600 })
    await syncFolder(draft)
    await rename(draft, join(records, id))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (IN_THE_WAY.has(codeOf(error))) return false
    throw error
  }
  await syncFolder(records)
  return true
}

/** Makes a content the next revision of a record; answers `false` when the current one is not the one before. */
export async function replaceRecord(
  folder: string,
  { revision, content }: { revision: number; content: string },
): Promise<boolean> {
  const current = await readHead(folder)
  if (current?.revision !== revision - 1) return false
  const name = revisionName(revision)
  try {
    await writeDurably(join(folder, name + CONTENT), content)
    // The head must not come to the disk before what it names.
    await syncFolder(folder)
    await rename(join(folder, current.name + HEAD), join(folder, name + HEAD))
  } catch (error) {
    // A network file system that sends a rename twice says that it failed, though it was done.
    const names = await readdir(folder).catch(() => [])
    if (latestHead(names)?.name !== name) {
      await unlink(join(folder, name + CONTENT)).catch(() => {})
      if (codeOf(error) === 'ENOENT') return false
      throw error
    }
  }
  await syncFolder(folder)
  await sweepRecord(folder, { revision, name })
  return true
}

/**
 * Reads the current revision of a record.
 *
 * @param read Reads the file of a revision.
 * @returns What it read, or `undefined` when there is no such record.
 * @throws {LostRevision} When the folder is not as a writer leaves it.
 */
export async function readCurrent<T>(
  folder: string,
  read: (path: string, revision: number) => Promise<T>,
): Promise<T | undefined> {
  let missing: string | undefined
  for (;;) {
    const head = await readHead(folder)
    if (!head) return undefined
    try {
      return await read(join(folder, head.name + CONTENT), head.revision)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
      // What was current a moment ago may be swept by now; what is current still, may not.
      if (head.name === missing) throw new LostRevision()
      missing = head.name
    }
  }
}

/** Takes a record away at once, whole, and then removes it; answers `false` when there is none. */
export async function removeRecord(records: string, id: string): Promise<boolean> {
  const gone = join(records, `${GONE}${nonce()}`)
  try {
    await rename(join(records, id), gone)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
  await rm(gone, { recursive: true, force: true })
  await syncFolder(records)
  return true
}

/** Removes what writers who were killed have left in a record; what may still become its next revision stays. */
export async function sweepRecord(folder: string, head?: Head): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const current = head ?? latestHead(names)
  if (!current) return
  // A head that was once renamed is never current again, so no writer of these can win any more.
  const dead = names.filter(name => {
    const revision = Number.parseInt(name, 10)
    return revision <= current.revision && !name.startsWith(`${current.name}.`)
  })
  await Promise.all(dead.map(name => unlink(join(folder, name)).catch(() => {})))
}

/** Removes a folder that is no record: half-created by a process that was killed long ago, or half-removed. */
export async function sweepLeftover(path: string, ageMs: number): Promise<void> {
  const name = basename(path)
  const isDead = name.startsWith(GONE) || (name.startsWith(DRAFT) && ageMs > DRAFT_AGE_MS)
  if (isDead) await rm(path, { recursive: true, force: true }).catch(() => {})
}

/** A record without a current revision, which no writer leaves. */
export class LostRevision extends Error {}

const DRAFT = '.new-'
const GONE = '.gone-'
const DRAFT_AGE_MS = 60 * 60 * 1000

/** What a rename onto a folder with something in it fails with; EPERM is Windows. */
const IN_THE_WAY = new Set(['ENOTEMPTY', 'EEXIST', ...(process.platform === 'win32' ? ['EPERM'] : [])])

/** A listing made while the head is renamed may, on some file systems, hold neither of its names. */
const LOOKS = 8

async function readHead(folder: string): Promise<Head | undefined> {
  for (let look = 1; look <= LOOKS; look++) {
    const names = await namesIn(folder)
    if (!names) return undefined
    const head = latestHead(names)
    if (head) return head
    await wait(look)
  }
  throw new LostRevision()
}

async function namesIn(folder: string): Promise<string[] | undefined> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    throw error
  }
}

function latestHead(names: readonly string[]): Head | undefined {
  const heads = names
    .filter(name => /^\d+-[0-9a-f]+\.current$/.test(name))
    .map(name => ({ name: name.slice(0, -HEAD.length), revision: Number.parseInt(name, 10) }))
  return heads.sort((a, b) => b.revision - a.revision)[0]
}

function revisionName(revision: number): string {
  return `${revision}-${nonce()}`
}

function nonce(): string {
  return randomBytes(8).toString('hex')
}
