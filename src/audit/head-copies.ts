import { appendFileSync, mkdirSync } from 'node:fs'
import { appendFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SignedHead } from './signed-head.js'

/** A second place for signed heads: a folder, which gets a `heads.jsonl`, or a function that takes them elsewhere. */
export type HeadsPlace = string | ((head: SignedHead) => void | PromiseLike<void>)

/** Copies the heads of a transcript to every place, in order, and counts what could not be copied. */
export interface HeadCopies {
  copy(head: SignedHead): void
  /** Copies at once, for a process that is about to end. */
  copyNow(head: SignedHead): void
  /** Resolves once all copies were tried. */
  settled(): Promise<void>
  readonly failed: number
  readonly lastError: unknown
}

/** @param own The file beside the transcript. */
export function createHeadCopies(own: string, second?: HeadsPlace): HeadCopies {
  const files = [own, ...(typeof second === 'string' ? [join(second, 'heads.jsonl')] : [])]
  let tail: Promise<unknown> = Promise.resolve()
  let failed = 0
  let lastError: unknown

  function count(error: unknown): void {
    failed += 1
    lastError = error
  }

  return {
    copy(head) {
      const line = lineOf(head)
      for (const file of files) tail = tail.then(() => addLine(file, line)).catch(count)
      if (typeof second === 'function') tail = tail.then(() => second(head)).catch(count)
    },
    copyNow(head) {
      for (const file of files) {
        try {
          mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
          appendFileSync(file, lineOf(head), { mode: 0o600 })
        } catch (error) {
          count(error)
        }
      }
      if (typeof second === 'function') tail = tail.then(() => second(head)).catch(count)
    },
    settled: async () => void (await tail),
    get failed() {
      return failed
    },
    get lastError() {
      return lastError
    },
  }
}

async function addLine(file: string, line: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await appendFile(file, line, { mode: 0o600 })
}

function lineOf({ writer, size, root, ts, key_id, sig }: SignedHead): string {
  return `${JSON.stringify({ writer, size, root, ts, key_id, sig })}\n`
}
