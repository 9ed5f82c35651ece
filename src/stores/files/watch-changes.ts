import { randomBytes } from 'node:crypto'
import { type FSWatcher, mkdirSync, readFileSync, watch } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Holds another text after each change: a watcher of the folder is told, and who was not told can compare. */
const MARK = '.changed'

/** Tells the watchers of a folder, in every process, that a record changed. */
export async function announceChange(records: string): Promise<void> {
  // The change is made already; who is not told by this finds it at the next look.
  await writeFile(join(records, MARK), randomBytes(8).toString('hex'), { mode: 0o600 }).catch(() => {})
}

export interface WatchOptions {
  /** How often the mark is compared, for file systems that tell nothing, in milliseconds. */
  pollMs: number
}

/** After so many looks it calls back anyway: a process may have been killed between a change and its mark. */
const LOOKS_UNTIL_CALL = 30
const SETTLE_MS = 10

/** Calls back soon after a record changed; keeps no process alive. Returns what ends it. */
export function watchChanges(records: string, changed: () => void, { pollMs }: WatchOptions): () => void {
  let known = readMark(records)
  let looks = 0
  let settling: NodeJS.Timeout | undefined

  function look(): void {
    settling = undefined
    const mark = readMark(records)
    looks += 1
    if (mark === known && looks < LOOKS_UNTIL_CALL) return
    known = mark
    looks = 0
    changed()
  }

  const watcher = watchFolder(records, () => {
    settling ??= setTimeout(look, SETTLE_MS).unref()
  })
  const poll = setInterval(look, pollMs).unref()
  return () => {
    watcher?.close()
    clearInterval(poll)
    clearTimeout(settling)
  }
}

/** Where a folder cannot be watched, the poll is all there is. */
function watchFolder(records: string, touched: () => void): FSWatcher | undefined {
  try {
    mkdirSync(records, { recursive: true, mode: 0o700 })
    const watcher = watch(records, { persistent: false }, (_, name) => {
      if (name === MARK || name === null) touched()
    })
    return watcher.on('error', () => watcher.close())
  } catch {
    return undefined
  }
}

function readMark(records: string): string {
  try {
    return readFileSync(join(records, MARK), 'utf8')
  } catch {
    return ''
  }
}
