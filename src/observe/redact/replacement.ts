import { createHmac, randomBytes } from 'node:crypto'
import type { Replacement } from './redactor.js'

/** Writes what stands for a redacted value; the value is given where it is one text or number. */
export type MaskWriter = (rule: string, value?: string) => string

/** A mask that tells something of its value, and so is written anew for each. */
export interface Writer {
  write: MaskWriter
  byValue: boolean
}

/** Shorter values would be half given away by their last four characters. */
const shortestShown = 16
const shown = 4
/** 64 bits tell values apart, and say nothing of a value without the key. */
const hashLength = 16
const keyLength = 32

/** Creates what writes the masks of a `replacement` option. */
export function createMaskWriter(replacement: Replacement | undefined): Writer {
  if (replacement === undefined) return { write: plainMask, byValue: false }
  if (replacement === 'mask') return { write: lastFour, byValue: true }
  if (replacement === 'hmac') return { write: keyedHash(randomBytes(keyLength)), byValue: true }
  if (typeof replacement === 'string') return { write: () => replacement, byValue: false }
  if (typeof replacement === 'function') return { write: safely(replacement), byValue: false }
  return { write: keyedHash(checkKey(replacement.hmac)), byValue: true }
}

function plainMask(rule: string): string {
  return `[REDACTED:${rule}]`
}

function lastFour(rule: string, value = ''): string {
  const end = value.slice(-shown)
  const isShown = (rule === 'card' || value.length >= shortestShown) && /^[A-Za-z0-9]{4}$/.test(end)
  return isShown ? plainMask(`${rule}:*${end}`) : plainMask(rule)
}

/** A plain hash of a short value can be looked up, so there is none without a key. */
function keyedHash(key: string | Uint8Array): MaskWriter {
  return function hashMask(rule, value) {
    if (value === undefined) return plainMask(rule)
    const hash = createHmac('sha256', key).update(value).digest('hex')
    return plainMask(`${rule}:#${hash.slice(0, hashLength)}`)
  }
}

function checkKey(key: unknown): string | Uint8Array {
  if ((typeof key === 'string' || key instanceof Uint8Array) && key.length > 0) return key
  throw new TypeError(
    'The `hmac` key of `replacement` must be a text or bytes and not empty; give the same key wherever values are to correlate.',
  )
}

function safely(replacement: (rule: string) => string): MaskWriter {
  return function safeMask(rule) {
    try {
      return String(replacement(rule))
    } catch {
      return plainMask(rule)
    }
  }
}
