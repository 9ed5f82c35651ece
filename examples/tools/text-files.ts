import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const LEFT_OUT = new Set(['node_modules', '.git', '.toolspan', 'coverage'])
const TEXT = /\.(ts|js|mjs|md|json|csv|txt)$/

/** Lists the text files below a directory, in a steady order. */
export async function textFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  const found = entries.map(async entry => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : textFiles(path)
    return TEXT.test(entry.name) ? [path] : []
  })
  return (await Promise.all(found)).flat().sort()
}
