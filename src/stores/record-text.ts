import type { StoredCall } from '../runtime/call-store.js'
import type { Seal } from './seal.js'
import { deserializeValues, serializeValues } from './serialize-values.js'
import { StoreError } from './store-error.js'

/** A record without its values. */
export type RecordFacts = Omit<StoredCall, 'values'>

/** Form of the text; another form has another number. */
const FORMAT = 1

/** The record that is asked for, as the place where it was found says. */
export type Wanted = Pick<StoredCall, 'id' | 'revision'>

/**
 * Takes a record as it is now, and returns what writes it as two lines of JSON: its facts, then its values, sealed. The
 * seal covers the facts, so that no value can be moved to another record, and no fact be changed unseen. What tells of
 * the input is sealed too: its digest, from which a short one can be guessed, and the reason of a decision, which may
 * quote it.
 *
 * @throws {StoreError} `not_storable` when a value is no data.
 */
export function draftOf({ values, ...facts }: StoredCall): (seal: Seal) => string {
  const serialized = serializeValues(values)
  const copy = structuredClone(facts)
  return seal => {
    const line = JSON.stringify({ format: FORMAT, key: seal.keyId, ...shownFacts(copy, seal) })
    const { inputDigest, decision } = copy
    const telling: Telling = { inputDigest, decided: decision?.decided, reason: decision?.reason }
    return `${line}\n"${seal.close(`${JSON.stringify(telling)}\n${serialized}`, line)}"\n`
  }
}

/** Facts that tell of the input. */
interface Telling {
  inputDigest: string
  decided?: string
  reason?: string
}

/** Returns facts as everyone may read them: digests keyed, so that they can be compared and not guessed from. */
function shownFacts({ decision, ...facts }: RecordFacts, { keyed }: Seal): RecordFacts {
  return {
    ...facts,
    inputDigest: keyed(facts.inputDigest),
    ...(decision && { decision: { ...decision, reason: undefined, decided: keyed(decision.decided) } }),
  }
}

/**
 * Reads the facts of a record from its first line, without what tells of the input; no key is needed.
 *
 * @throws {StoreError} `damaged` when they are not those of the record asked for.
 */
export function readFacts(line: string, wanted: Wanted): RecordFacts {
  return parseFacts(line, wanted).facts
}

/**
 * Reads a record with its values.
 *
 * @throws {StoreError} `damaged` or `wrong_key`, when it cannot be read.
 */
export function readRecord(text: string, wanted: Wanted, seal: Seal): StoredCall {
  const [line = '', sealed = ''] = text.split('\n')
  const { facts, key } = parseFacts(line, wanted)
  if (key !== seal.keyId)
    throw new StoreError(
      'wrong_key',
      `the record ${wanted.id} was sealed under another key; give the key that it was stored with`,
    )
  return opened(line, sealed, facts, seal)
}

function parseFacts(line: string, { id, revision }: Wanted): { facts: RecordFacts; key: unknown } {
  const { format, key, ...facts } = objectIn(line)
  if (typeof format === 'number' && format > FORMAT)
    throw new StoreError('damaged', `the record ${id} was written by a newer toolspan; update this one`)
  if (format !== FORMAT || facts['id'] !== id || facts['revision'] !== revision) throw damaged(id)
  // Only draftOf writes this form; whoever changed a fact is found out by the seal.
  return { facts: facts as unknown as RecordFacts, key }
}

function objectIn(line: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(line)
    return parsed !== null && typeof parsed === 'object' ? { ...parsed } : {}
  } catch {
    return {}
  }
}

/** Returns a record with what was sealed of it. */
function opened(line: string, sealed: string, facts: RecordFacts, seal: Seal): StoredCall {
  try {
    const text = seal.open(sealed.replaceAll('"', ''), line)
    const end = text.indexOf('\n')
    const { inputDigest, decided = '', reason }: Telling = JSON.parse(text.slice(0, end))
    const values = deserializeValues(text.slice(end + 1))
    const { decision } = facts
    return {
      ...facts,
      inputDigest,
      ...(decision && { decision: { ...decision, decided, ...(reason !== undefined && { reason }) } }),
      ...(values && { values }),
    }
  } catch {
    throw damaged(facts.id)
  }
}

/** The error of a record that is not as it was written. */
export function damaged(id: string): StoreError {
  return new StoreError(
    'damaged',
    `the record ${id} is damaged or was tampered with; remove it, and call the tool again`,
  )
}
