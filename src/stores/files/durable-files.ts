import { mkdir, open, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a folder that only its owner may enter, and those above it that are missing; resolves once they are on the disk. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

/** Writes a new file that only its owner may read; resolves once its content is on the disk, or leaves no file. */
export async function writeDurably(path: string, content: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } catch (error) {
    await unlink(path).catch(() => {})
    throw error
  } finally {
    await file.close()
  }
}

/** Resolves once the names in a folder are on the disk. Windows has no such thing, and journals them anyway. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
