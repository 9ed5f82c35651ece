import type { Detector, Finding } from './finding.js'
import type { KeyPolicy } from './key-policy.js'
import { looksRandom } from './secret-shape.js'

/** Parameters that are secret in a URL only; the names are those of signed URLs and OAuth redirects. */
const secretParameters = new Set([
  'sig',
  'signature',
  'x-amz-signature',
  'x-amz-credential',
  'x-amz-security-token',
  'x-goog-signature',
  'x-goog-credential',
  'awsaccesskeyid',
  'client_secret',
])
/** Parameters that are often no secret, so that their value must look like one. */
const doubtfulParameters = new Set(['key', 'code', 'k', 't', 'hash', 'hmac', 'ticket'])
const parameter = /([\w.~%[\]$-]{1,64})=((?:[^&;\s"'`<>#\\]|'(?=\w))*)(&amp;|[&;])?/y

/** Creates the detector of secret parameters after a `?` or `#`. */
export function createUrlQueryDetector(policy: KeyPolicy): Detector {
  return function findUrlQueries(text, found) {
    for (let at = nextQuery(text, 0); at < text.length; at = nextQuery(text, at)) {
      at = readParameters(text, at + 1, policy, found)
    }
  }
}

/** Tells whether a URL parameter is secret. */
export function isSecretParameter(name: string, value: string, policy: KeyPolicy): boolean {
  const lower = name.toLowerCase()
  if (secretParameters.has(lower)) return true
  if (doubtfulParameters.has(lower)) return value.length >= 8 && looksRandom(value)
  const match = policy(name)
  return match !== undefined && !(match.textOnly && /^\d{1,6}$/.test(value))
}

function readParameters(text: string, from: number, policy: KeyPolicy, found: Finding[]): number {
  let at = from
  for (;;) {
    parameter.lastIndex = at
    const match = parameter.exec(text)
    if (!match) return at
    const [, name = '', value = '', separator = ''] = match
    const start = at + name.length + 1
    const secret = value !== '' && isSecretParameter(name, value, policy)
    if (secret) found.push({ start, end: start + value.length, rule: 'url-query' })
    at = start + value.length + separator.length
    if (separator === '') return at
  }
}

function nextQuery(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 63 || code === 35) return at
  }
  return text.length
}
