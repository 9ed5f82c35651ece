import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Reads the files of `dashboards/` as this package has them, by their paths with slashes. */
export async function shippedFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const root = join(dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url))))), 'dashboards')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const named = paths.sort().map(async path => {
    return [relative(root, path).split(sep).join('/'), await readFile(path)] as const
  })
  return new Map(await Promise.all(named))
}
