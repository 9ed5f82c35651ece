import { hash } from 'node:crypto'
import { leafHash } from './merkle.js'
import type { CoveredRecord, ErasableContent } from './stored-record.js'

/**
 * A line is one JSON object in three parts, so that the hash of a record can be told from its bytes alone:
 *
 *   {…what the chain covers, as canonical JSON…,"hash":"<base64>"<,"salt":…,"view":… or as many spaces>}
 *
 * `hash` is SHA-256 of 0x00 and the first part with its closing brace. The last part is canonical JSON too, without its
 * opening brace; `commit.transcript` is SHA-256 of it with the brace. Erased, it is spaces.
 */
const HASH_MARK = ',"hash":"'
const HASH_LENGTH = 44

/** A line taken apart, and what its bytes say its hash is. */
export interface RecordLine {
  record: CoveredRecord
  /** The hash that the line states, and the one that its bytes have. */
  stated: string
  hash: Buffer
  content?: ErasableContent
  /** Hash of the erasable content as it stands; absent where there is none. */
  contentHash?: string
  /** Whether there was content and it was erased. */
  erased: boolean
  /** Where the erasable part begins and ends in the line, in bytes. */
  erasable: { from: number; to: number }
}

/** Returns the text that stands for erasable content, and its hash. */
export function contentText(canonical: string): { tail: string; hash: string } {
  return { tail: `,${canonical.slice(1, -1)}`, hash: contentHash(canonical) }
}

/** Puts a line together, without its line feed. */
export function recordLine(covered: string, chainHash: Buffer, tail = ''): string {
  return `${covered.slice(0, -1)}${HASH_MARK}${chainHash.toString('base64')}"${tail}}`
}

/** Takes a line apart; `undefined` when it is not one of ours. */
export function parseRecordLine(line: Buffer): RecordLine | undefined {
  const mark = line.indexOf(HASH_MARK)
  const from = mark + HASH_MARK.length + HASH_LENGTH + 1
  const to = line.length - 1
  if (mark < 0 || to < from || line[to] !== CLOSING_BRACE || line[from - 1] !== QUOTE) return undefined
  const covered = Buffer.concat([line.subarray(0, mark), BRACE])
  const tail = line.subarray(from, to)
  const record = parseObject<CoveredRecord>(covered.toString('utf8'))
  if (record?.v !== 1 || typeof record.type !== 'string') return undefined
  const erased = tail.length > 0 && tail.every(byte => byte === SPACE)
  const text = tail.length === 0 || erased ? undefined : Buffer.concat([OPEN, tail.subarray(1), BRACE])
  const content = text && parseObject<ErasableContent>(text.toString('utf8'))
  if (text && (!content || tail[0] !== COMMA)) return undefined
  return {
    record,
    stated: line.toString('latin1', mark + HASH_MARK.length, from - 1),
    hash: leafHash(covered),
    content,
    contentHash: text && contentHash(text),
    erased,
    erasable: { from, to },
  }
}

const CLOSING_BRACE = 0x7d
const QUOTE = 0x22
const SPACE = 0x20
const COMMA = 0x2c
const OPEN = Buffer.from('{')
const BRACE = Buffer.from('}')

function contentHash(text: string | Buffer): string {
  return `sha256:${hash('sha256', text)}`
}

function parseObject<T>(text: string): T | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as T) : undefined
  } catch {
    return undefined
  }
}
