import { digestOf } from '../digest.js'
import { VERSION } from '../version.js'
import type { RedactorOptions } from './redactor.js'

/** Returns the digest of what a redactor looks for: its options without the secrets, and the version that knows the rest. */
export function digestPolicy(options: RedactorOptions): string {
  const { keys = [], patterns = [], pii = false, strict = false, env = false, replacement } = options
  return digestOf({
    version: VERSION,
    keys: [...keys].sort(),
    patterns: patterns.map(String).sort(),
    pii,
    strict,
    env: env !== false,
    // The key of a keyed hash is a secret, and a function is what its source says.
    replacement: typeof replacement === 'object' ? 'hmac' : (replacement ?? null),
  })
}
