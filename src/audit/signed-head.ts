import { type KeyObject, sign, verify } from 'node:crypto'

/** Where a writer's chain stood at some time: how many records, and the root of the Merkle tree over them. */
export interface Head {
  writer: string
  size: number
  /** Base64. */
  root: string
  /** RFC 3339. */
  ts: string
}

/** A head with the signature that vouches for it. */
export interface SignedHead extends Head {
  key_id: string
  /** Base64. */
  sig: string
}

/** The text that is signed: a checkpoint in the form of C2SP, whose extension line is the time. */
export function headText({ writer, size, root, ts }: Head): string {
  return `toolspan/transcript/${writer}\n${size}\n${root}\n${ts}\n`
}

export function signHead(head: Head, key: KeyObject): string {
  return sign(null, Buffer.from(headText(head)), key).toString('base64')
}

export function isSigned(head: Head, sig: string, key: KeyObject): boolean {
  return verify(null, Buffer.from(headText(head)), key, Buffer.from(sig, 'base64'))
}
