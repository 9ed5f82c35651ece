import { createHash } from 'node:crypto'
import { typedJson } from './typed-json.js'

/**
 * Returns the digest of a value as `sha256:` and 64 hexadecimal digits: equal for equal content, whatever the order of
 * keys, and different for values that differ in type or content. Takes any value and never throws.
 */
export function digestOf(value: unknown): string {
  return `sha256:${createHash('sha256').update(typedJson(value)).digest('hex')}`
}
