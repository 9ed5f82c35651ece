import { setTimeout as wait } from 'node:timers/promises'

/** A stretch of input that ends where a line ends, and the number of its first line. */
export interface TextBlock {
  text: string
  line: number
}

/** Enough lines at once for a secret that needs the lines around it to be known. */
const blockSize = 64 * 1024
/** A JSON document up to here is read whole; a longer one is searched as text. */
const documentSize = 1024 * 1024
/** Whoever watches a log does not want to wait for the block to fill. */
const idleMs = 200
const beginsKey = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[^\n]{0,64}\n/g
const idle = Symbol('idle')

/**
 * Cuts input into blocks of whole lines, so that memory stays bounded however long it is. No block ends inside a private
 * key, and a JSON document of up to 1 MB is one block.
 */
export async function* textBlocks(source: AsyncIterable<Uint8Array | string>): AsyncGenerator<TextBlock> {
  const decoder = new TextDecoder()
  const chunks = source[Symbol.asyncIterator]()
  let held = ''
  let line = 1
  for (let next = chunks.next(); ; ) {
    const chunk = await nextOrIdle(next, held !== '')
    if (chunk !== idle) {
      if (chunk.done) break
      held += typeof chunk.value === 'string' ? chunk.value : decoder.decode(chunk.value, { stream: true })
      next = chunks.next()
    }
    const end = endOfBlock(held, chunk === idle)
    if (end === 0) continue
    const text = held.slice(0, end)
    yield { text, line }
    line += text.split('\n').length - 1
    held = restOfKey(text) + held.slice(end)
  }
  held += decoder.decode()
  if (held !== '') yield { text: held, line }
}

async function nextOrIdle<T>(next: Promise<T>, mayIdle: boolean): Promise<T | typeof idle> {
  if (!mayIdle) return next
  const waiting = new AbortController()
  const pause = wait(idleMs, idle, { signal: waiting.signal }).catch(() => idle)
  try {
    return await Promise.race([next, pause as Promise<typeof idle>])
  } finally {
    waiting.abort()
  }
}

/** Returns where a block may end, or 0 when more has to come first. */
function endOfBlock(held: string, isIdle: boolean): number {
  if (held.length < documentSize && isOpenDocument(held)) return 0
  if (held.length < blockSize && !isIdle) return 0
  const key = startOfOpenKey(held)
  const limit = key > 0 ? key : held.length
  if (key === 0 && held.length < documentSize) return 0
  const paragraph = held.lastIndexOf('\n\n', limit - 1)
  return paragraph > limit / 2 ? paragraph + 2 : held.lastIndexOf('\n', limit - 1) + 1
}

/** Tells whether JSON begins here that its first line does not end. */
function isOpenDocument(held: string): boolean {
  const start = held.trimStart()
  if (start[0] !== '{' && start[0] !== '[') return false
  const end = start.indexOf('\n')
  if (end === -1) return true
  try {
    JSON.parse(start.slice(0, end))
    return false
  } catch {
    return /^[{[]\s*(?:["\]}{[]|[\d-]|$)/.test(start.slice(0, 64))
  }
}

/** Returns where a private key begins that does not end in the text, or -1. */
function startOfOpenKey(text: string): number {
  const last = [...text.matchAll(beginsKey)].at(-1)
  return last && !text.includes('-----END ', last.index) ? last.index : -1
}

/** What goes on of a key that is too long to be one is still part of it. */
function restOfKey(text: string): string {
  return startOfOpenKey(text) === -1 ? '' : '-----BEGIN PRIVATE KEY-----\n'
}
