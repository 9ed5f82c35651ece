import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'

export interface RetentionLimits {
  /** Most files to keep in the folder. */
  maxFiles: number
  /** Longest time since a file was last written, in milliseconds. */
  maxAgeMs: number
}

/** Suffix of every file of the local store. */
export const STORE_FILE_SUFFIX = '.jsonl'

/** Lists the store's files in a folder, oldest first by name; a folder that is not there holds none. */
export async function listStoreFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(emptyWhenMissing)
  return names.filter(name => name.endsWith(STORE_FILE_SUFFIX)).sort()
}

/**
 * Deletes the files past the limits, oldest first.
 *
 * Another process may delete the same files at the same time, so a file that is gone already is no failure.
 */
export async function applyRetention(folder: string, { maxFiles, maxAgeMs }: RetentionLimits): Promise<void> {
  const names = await listStoreFiles(folder)
  const oldest = Date.now() - maxAgeMs
  const surplus = names.length - maxFiles
  const doomed = await Promise.all(
    names.map(async (name, index) => index < surplus || (await lastWrite(join(folder, name))) < oldest),
  )
  await Promise.all(
    names.filter((_, index) => doomed[index]).map(name => unlink(join(folder, name)).catch(() => {})),
  )
}

async function lastWrite(path: string): Promise<number> {
  const stats = await stat(path).catch(() => undefined)
  return stats?.mtimeMs ?? Number.POSITIVE_INFINITY
}

function emptyWhenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
  throw error
}
