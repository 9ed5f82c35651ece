import { randomBytes } from 'node:crypto'
import { link, readFile, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '../../observe/file-failure.js'
import { StoreError } from '../store-error.js'
import { makeFolder, syncFolder, writeDurably } from './durable-files.js'

/**
 * Returns the secret in a file that only its owner may read, which is made at first use. Processes that start at once
 * end up with the same secret: the file appears whole, and once.
 */
export async function keyFrom(path: string): Promise<string> {
  const kept = (await readKey(path)) ?? (await makeKey(path))
  if (kept.length < 32)
    throw new StoreError('unusable', `${path} holds no key; restore it, or remove it if nothing waits`)
  return kept
}

async function readKey(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

async function makeKey(path: string): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`
  await makeFolder(dirname(path))
  await writeDurably(draft, `${randomBytes(32).toString('base64url')}\n`)
  try {
    await link(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await unlink(draft).catch(() => {})
  }
  // Nothing may be sealed under a key that a power failure can take away, whoever made it.
  await syncFolder(dirname(path))
  return (await readKey(path)) ?? ''
}
