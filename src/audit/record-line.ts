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
export class RecordLine {
  readonly record: CoveredRecord
  /** The hash that the line states, and the one that its bytes have. Base64. */
  readonly stated: string
  readonly hash: string
  /** Where the erasable part begins and ends in the line, in bytes. */
  readonly erasable: { from: number; to: number }
  /** Text of the erasable content as it stands; absent where there is none. */
  readonly #text: Buffer | undefined
  /** Whether there was content and it was erased. */
  readonly erased: boolean

  constructor(line: Buffer, mark: number, record: CoveredRecord, hash: string) {
    const from = mark + HASH_MARK.length + HASH_LENGTH + 1
    const to = line.length - 1
    this.record = record
    this.hash = hash
    this.stated = line.toString('latin1', mark + HASH_MARK.length, from - 1)
    this.erasable = { from, to }
    this.erased = from < to && isBlank(line, from, to)
    this.#text = from < to && !this.erased ? withBrace(line, from) : undefined
  }

  /** Whether there is content, readable or not. */
  get hasContent(): boolean {
    return this.#text !== undefined
  }

  get content(): ErasableContent | undefined {
    return this.#text && parseObject<ErasableContent>(this.#text.toString('utf8'))
  }

  /** Hash of the erasable content as it stands. */
  get contentHash(): string | undefined {
    return this.#text && contentHash(this.#text)
  }
}

/** Returns the text that stands for erasable content, and its hash. */
export function contentText(canonical: string): { tail: string; hash: string } {
  return { tail: `,${canonical.slice(1, -1)}`, hash: contentHash(canonical) }
}

/** Puts a line together, without its line feed. */
export function recordLine(covered: string, chainHash: string, tail = ''): string {
  return `${covered.slice(0, -1)}${HASH_MARK}${chainHash}"${tail}}`
}

/** Takes a line apart; `undefined` when it is not one of ours. */
export function parseRecordLine(line: Buffer): RecordLine | undefined {
  const mark = line.indexOf(HASH_MARK)
  const quote = mark + HASH_MARK.length + HASH_LENGTH
  if (mark < 0 || quote >= line.length - 1 || line[quote] !== QUOTE || line[line.length - 1] !== CLOSING)
    return undefined
  // The brace that closes what the chain covers stands where the hash begins, for as long as it is read.
  const comma = line[mark] ?? 0
  line[mark] = CLOSING
  const record = parseObject<CoveredRecord>(line.toString('utf8', 0, mark + 1))
  const hash = leafHash(line, mark + 1)
  line[mark] = comma
  if (record?.v !== 1 || typeof record.type !== 'string') return undefined
  return new RecordLine(line, mark, record, hash)
}

const CLOSING = 0x7d
const OPENING = 0x7b
const QUOTE = 0x22
const SPACE = 0x20
const COMMA = 0x2c

function isBlank(line: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (line[at] !== SPACE) return false
  return true
}

/** The content as JSON of its own; what does not begin as content does is left as it is, and fits no hash. */
function withBrace(line: Buffer, from: number): Buffer {
  const text = Buffer.from(line.subarray(from))
  if (text[0] === COMMA) text[0] = OPENING
  return text
}

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
