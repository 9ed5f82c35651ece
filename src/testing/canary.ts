import { randomBytes } from 'node:crypto'

/**
 * Makes up a secret in the shape of a vendor's token, so that the redactor must recognise it wherever it stands, and
 * nobody has to declare it.
 */
export function makeCanary(): string {
  return `ghp_${randomBytes(18).toString('hex')}`
}
