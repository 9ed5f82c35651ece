import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TranscriptLayout } from './transcript-layout.js'

/** What a writer signs with. */
export interface SigningKey {
  keyId: string
  privateKey: KeyObject
}

/**
 * Returns the key that a transcript is signed with: the given one, in PEM, else the one beside the transcript, which is
 * made at the first call. Its public half is put beside the transcript under its id.
 *
 * @throws {TypeError} When the given key is not an Ed25519 private key.
 */
export function loadSigningKey(layout: TranscriptLayout, given?: string): SigningKey {
  const privateKey = given === undefined ? ownKey(layout) : parsePrivateKey(given)
  const publicKey = createPublicKey(privateKey)
  const keyId = keyIdOf(publicKey)
  mkdirSync(layout.publicKeys, { recursive: true, mode: 0o700 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' })
  createOnce(join(layout.publicKeys, `${keyId}.pem`), pem, 0o644)
  return { keyId, privateKey }
}

/** Returns the secret with which digests are keyed, so that who reads a transcript cannot guess at short inputs. */
export function loadDigestKey({ privateKeys }: TranscriptLayout): Buffer {
  mkdirSync(privateKeys, { recursive: true, mode: 0o700 })
  return Buffer.from(
    createOnce(join(privateKeys, 'digests.key'), randomBytes(32).toString('hex'), 0o600),
    'hex',
  )
}

/**
 * Reads public keys by their ids: from one PEM file, or all of a folder; a path that is not there has none.
 *
 * @throws {TypeError} When a file is no Ed25519 public key.
 */
export function readPublicKeys(path: string): Map<string, KeyObject> {
  const files = statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(path)
        .filter(name => name.endsWith('.pem'))
        .map(name => join(path, name))
    : [path].filter(file => statSync(file, { throwIfNoEntry: false }))
  return new Map(files.map(file => parsePublicKey(file)).map(key => [keyIdOf(key), key]))
}

/** The first 16 hexadecimal digits of the SHA-256 of the public key. */
function keyIdOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der.subarray(-32)).digest('hex').slice(0, 16)
}

function ownKey({ privateKeys }: TranscriptLayout): KeyObject {
  mkdirSync(privateKeys, { recursive: true, mode: 0o700 })
  const path = join(privateKeys, 'signing.pem')
  return parsePrivateKey(readIfThere(path) ?? createOnce(path, newPrivateKey(), 0o600))
}

function newPrivateKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function parsePrivateKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {}
  throw new TypeError(
    'the key of a transcript must be an Ed25519 private key in PEM: openssl genpkey -algorithm ed25519',
  )
}

function parsePublicKey(file: string): KeyObject {
  try {
    const key = createPublicKey(readFileSync(file))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {}
  throw new TypeError(`${file} is not an Ed25519 public key in PEM`)
}

/** Writes a file that is not there yet, whole or not at all, and returns what it holds now: another may be first. */
function createOnce(path: string, content: string | Buffer, mode: number): string {
  const present = readIfThere(path)
  if (present !== undefined) return present
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, content, { mode, flag: 'wx' })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(path, 'utf8')
}

function readIfThere(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false }) && readFileSync(path, 'utf8')
}
