import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** A file of the local store. */
export interface WrittenFile {
  /** Relative to the working directory. */
  path: string
  bytes: number
}

/** Lists the files of a store that were written since a time. */
export async function writtenFiles(
  dir: string,
  { since, cwd }: { since: Date; cwd: string },
): Promise<WrittenFile[]> {
  const all = await readdir(dir, { recursive: true }).catch(() => [])
  // Keys, salts and heads hold nothing of what was called.
  const names = all.filter(name => !name.includes('.audit'))
  const files = await Promise.all(
    names.sort().map(async name => {
      const path = join(dir, name)
      const stats = await stat(path)
      const isOurs = stats.isFile() && stats.mtimeMs >= since.getTime()
      return isOurs ? [{ path: relative(cwd, path), bytes: stats.size }] : []
    }),
  )
  return files.flat()
}
