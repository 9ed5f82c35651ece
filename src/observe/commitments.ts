import { createHmac } from 'node:crypto'
import { typedJson } from './typed-json.js'

/** Commitments to payloads that a sink never sees, each `hmac-sha256:` and 64 hexadecimal digits. */
export interface Commitments {
  /** The payload as it was. */
  raw: string
  /** What the model was given, where that was something else. */
  model?: string
  /** What people were shown, where anything was. */
  display?: string
}

/**
 * Commits to the payloads of a record with a salt. Who has the salt and a payload can show that it is the one that was
 * recorded; who has no salt learns nothing of it, also when it can be guessed. Use at least 16 random bytes, new ones for
 * each record.
 *
 * @throws {Error} Once the append it was made for has settled: the payloads are not kept for it.
 */
export type Commit = (salt: Uint8Array) => Commitments

/** The payloads that may be committed to. */
export type CommittedPayloads = { [name in keyof Commitments]: unknown }

/**
 * Returns how a sink commits to payloads, and how to take that away from it again. Nothing is written before it commits,
 * and payloads are written once, as they are at that time.
 */
export function createCommit(payloads: CommittedPayloads): { commit: Commit; end(): void } {
  let held: CommittedPayloads | undefined = payloads
  let texts: ReadonlyMap<string, string> | undefined
  return {
    commit(salt) {
      if (!held) throw new Error('commit can only be called while the append that it was given to runs')
      texts ??= textsOf(held)
      return hashAll(texts, salt)
    },
    end() {
      held = undefined
      texts = undefined
    },
  }
}

function textsOf(payloads: CommittedPayloads): Map<string, string> {
  const given = Object.entries(payloads).filter(([name, payload]) => name === 'raw' || payload !== undefined)
  const made = new Map<unknown, string>()
  return new Map(
    given.map(([name, payload]) => {
      const text = made.get(payload) ?? typedJson(payload)
      made.set(payload, text)
      return [name, text]
    }),
  )
}

function hashAll(texts: ReadonlyMap<string, string>, salt: Uint8Array): Commitments {
  const made = new Map<string, string>()
  const hashed = [...texts].map(([name, text]) => {
    const hash = made.get(text) ?? `hmac-sha256:${createHmac('sha256', salt).update(text).digest('hex')}`
    made.set(text, hash)
    return [name, hash]
  })
  return Object.fromEntries(hashed) as Commitments
}
