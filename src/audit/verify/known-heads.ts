import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SignedHead } from '../signed-head.js'

/** A head that a transcript must reach: of one writer, or of any when the writer is not known. */
export type KnownHead = Pick<SignedHead, 'size' | 'root'> &
  Partial<Pick<SignedHead, 'writer' | 'ts' | 'key_id' | 'sig'>>

/**
 * Reads an anchor: a file of heads, a folder that holds a `heads.jsonl`, or `size:root` in base64.
 *
 * @throws {TypeError} When it is none of them, or holds no head.
 */
export async function readAnchor(anchor: string): Promise<KnownHead[]> {
  const [, size, root] = /^(\d+):([A-Za-z0-9+/]{43}=)$/.exec(anchor) ?? []
  if (size !== undefined && root !== undefined) return [{ size: Number(size), root }]
  const heads = await readHeads(await headsFile(anchor))
  if (!heads)
    throw new TypeError(
      `there is no anchor at ${anchor}; it must be a file of heads, its folder, or size:root`,
    )
  if (heads.length === 0) throw new TypeError(`${anchor} holds no head`)
  return heads
}

/** Reads a file of heads; lines that are none are left out, and a file that is not there is `undefined`. */
export async function readHeads(path: string): Promise<KnownHead[] | undefined> {
  const text = await readFile(path, 'utf8').catch(error => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
  return text?.split('\n').flatMap(line => parseHead(line) ?? [])
}

/** The largest head of each writer; those without one under `''`. */
export function largestHeads(heads: readonly KnownHead[]): Map<string, KnownHead> {
  const largest = new Map<string, KnownHead>()
  for (const head of heads) {
    const { writer = '', size } = head
    const known = largest.get(writer)
    if (!known || known.size < size) largest.set(writer, head)
  }
  return largest
}

async function headsFile(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isDirectory()) return path
  return join(path, 'heads.jsonl')
}

function parseHead(line: string): KnownHead | undefined {
  try {
    const head: unknown = JSON.parse(line)
    if (typeof head !== 'object' || head === null || !('size' in head) || !('root' in head)) return undefined
    return typeof head.size === 'number' && typeof head.root === 'string' ? (head as KnownHead) : undefined
  } catch {
    return undefined
  }
}
