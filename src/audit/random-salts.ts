import { randomFillSync } from 'node:crypto'

/** Bytes of a salt. */
export const SALT_BYTES = 16
const POOLED = 256

/** Returns a source of random salts; many are drawn at once, as each draw costs more than what it gives. */
export function createSalts(): () => Buffer {
  let pool = Buffer.alloc(0)
  let next = 0
  return () => {
    if (next === pool.length) {
      pool = randomFillSync(Buffer.alloc(SALT_BYTES * POOLED))
      next = 0
    }
    const salt = pool.subarray(next, next + SALT_BYTES)
    next += SALT_BYTES
    return salt
  }
}
