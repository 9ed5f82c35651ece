import type { Detector, Finding } from './finding.js'
import { isStandIn, looksRandom } from './secret-shape.js'

const names = '(?:password|passwd|passphrase|passcode|pwd|secret|api[ _-]?key|access[ _-]?key|token)'
/** `the password is …` and `with password '…'`. */
const stated = new RegExp(`(?<![A-Za-z])${names} (?:is|was) ["'\`]?([^\\s"'\`]{6,256})`, 'gi')
const quoted = new RegExp(
  `(?<![A-Za-z])(?:${names}|identified by)[ \\t]{1,4}(["'])([^"'\\n]{4,256})\\1`,
  'gi',
)
/** `machine h login a password …`, as in a netrc file. */
const netrc = /(?<!\w)login[ \t\n]{1,4}\S{1,128}[ \t\n]{1,4}password[ \t\n]{1,4}(\S{1,256})/g
const command =
  /(?<![\w-])(?:mysql(?:dump|admin)?[^\n]{0,200}?\s-p|sshpass\s{1,4}-p\s{0,4}|redis-cli[^\n]{0,200}?\s-a\s{1,4}|docker\slogin[^\n]{0,200}?\s-p\s{1,4})([^\s"']{3,256})/g
/** Names of algorithms and encodings, which mix letters and digits as secrets do. */
const algorithm =
  /^(?:base\d\d|sha-?\d|md5|argon2|pbkdf2|bcrypt|utf-?\d|oauth\d|[hrep]s\d{3}|aes-?\d|ed25519|x509|p?k?cs\d)/i

/** Finds secrets that a sentence or a command names. */
export const findProseSecrets: Detector = (text, found) => {
  if (/pass|pwd|secret|key|token|identified/i.test(text)) {
    for (const match of text.matchAll(stated)) addStated(match, found)
    for (const match of text.matchAll(quoted)) {
      const isPassword = /identified|password/i.test(match[0].slice(0, 16))
      if (isPassword || looksRandom(match[2] ?? '')) addEnd(match, (match[2] ?? '').length, 1, found, 'prose')
    }
    for (const match of text.matchAll(netrc)) addEnd(match, (match[1] ?? '').length, 0, found, 'prose')
  }
  if (!/mysql|sshpass|redis-cli|docker/.test(text)) return
  for (const match of text.matchAll(command)) addEnd(match, (match[1] ?? '').length, 0, found, 'command-flag')
}

function addStated(match: RegExpExecArray, found: Finding[]): void {
  const word = match[1] ?? ''
  const value = word.replace(/[.,;:!?)]{1,4}$/, '')
  if (!looksRandom(value) || isStandIn(value) || algorithm.test(value)) return
  addEnd(match, value.length, word.length - value.length, found, 'prose')
}

/** Adds the stretch of a length that ends some characters before the match does. */
function addEnd(
  match: RegExpExecArray,
  length: number,
  before: number,
  found: Finding[],
  rule: string,
): void {
  const end = match.index + match[0].length - before
  found.push({ start: end - length, end, rule })
}
