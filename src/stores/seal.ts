import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Seals text, so that only who has the key reads it, and only beside the facts it was sealed with. */
export interface Seal {
  /** Tells keys apart and gives none away. */
  readonly keyId: string
  /** Returns the text encrypted, in base64. */
  close(text: string, facts: string): string
  /** Returns the text again. @throws When the key is another one, or anything of text or facts was changed. */
  open(sealed: string, facts: string): string
  /** Returns the digest of a digest, from which nobody without the key can guess what short text it is of. */
  keyed(digest: string): string
}

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Makes the seal of a secret: AES-256-GCM with a fresh nonce each time, under a key derived with HKDF-SHA-256. The facts
 * are authenticated and stay readable.
 */
export function createSeal(secret: Uint8Array | string): Seal {
  const key = derive(secret, 'toolspan call values', 32)
  const digestKey = derive(secret, 'toolspan digests', 32)
  return {
    keyId: derive(secret, 'toolspan key id', 6).toString('hex'),
    close(text, facts) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(facts))
      const parts = [cipher.update(text, 'utf8'), cipher.final()]
      return Buffer.concat([iv, cipher.getAuthTag(), ...parts]).toString('base64')
    },
    open(sealed, facts) {
      const bytes = Buffer.from(sealed, 'base64')
      const tagEnd = IV_BYTES + TAG_BYTES
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(facts)).setAuthTag(bytes.subarray(IV_BYTES, tagEnd))
      return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString('utf8')
    },
    keyed: digest => `hmac-sha256:${createHmac('sha256', digestKey).update(digest).digest('hex')}`,
  }
}

function derive(secret: Uint8Array | string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes))
}
