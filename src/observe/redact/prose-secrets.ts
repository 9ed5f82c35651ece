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
const passwordFlag = /[ \t]-([pa])([ \t]{0,4})([^\s"']{3,256})/g
/** How far before its flag a program is looked for, in the same line. */
const commandReach = 200
/** Names of algorithms and encodings, which mix letters and digits as secrets do. */
const algorithm =
  /^(?:base\d\d|sha-?\d|md5|argon2|pbkdf2|bcrypt|utf-?\d|oauth\d|[hrep]s\d{3}|aes-?\d|ed25519|x509|p?k?cs\d)/i

/** A look for plain words is far cheaper than the patterns, and most texts have none of them. */
const mayBeNamed = /pass|pwd|secret|key|token|identified/i
const mayBeStated = / (?:is|was) /i

/** Finds secrets that a sentence names with its verb, or a netrc file. */
export const findStatedSecrets: Detector = (text, found) => {
  if (mayBeStated.test(text) && mayBeNamed.test(text)) {
    for (const match of text.matchAll(stated)) addStated(found, match)
  }
  if (!text.includes('login')) return
  for (const match of text.matchAll(netrc)) addLast(found, match, { value: match[1], rule: 'prose' })
}

/** Finds secrets in quotes behind their name. */
export const findQuotedSecrets: Detector = (text, found) => {
  if (!mayBeNamed.test(text)) return
  for (const match of text.matchAll(quoted)) addQuoted(found, match)
}

/** Finds passwords among the flags of a command. */
export const findCommandPasswords: Detector = (text, found) => {
  if (!text.includes(' -') || !/mysql|sshpass|redis-cli|docker/.test(text)) return
  for (const match of text.matchAll(passwordFlag)) {
    if (takesPassword(text.slice(Math.max(0, match.index - commandReach), match.index), match)) {
      addLast(found, match, { value: match[3], rule: 'command-flag' })
    }
  }
}

/** MySQL's flag has its value right behind it, others have a blank between. */
function takesPassword(before: string, [, flag, blanks]: RegExpExecArray): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (flag === 'a') return blanks !== '' && /(?<![\w-])redis-cli/.test(line)
  if (/(?<![\w-])sshpass$/.test(line)) return true
  return /(?<![\w-])docker\slogin/.test(line)
    ? blanks !== ''
    : blanks === '' && /(?<![\w-])mysql(?:dump|admin)?(?![\w-])/.test(line)
}

function addStated(found: Finding[], match: RegExpExecArray): void {
  const word = match[1] ?? ''
  const value = word.replace(/[.,;:!?)]{1,4}$/, '')
  if (!looksRandom(value) || isStandIn(value) || algorithm.test(value)) return
  addLast(found, match, { value, behind: word.length - value.length, rule: 'prose' })
}

function addQuoted(found: Finding[], match: RegExpExecArray): void {
  const value = match[2] ?? ''
  const isPassword = /identified|password/i.test(match[0].slice(0, 16))
  if (isPassword || looksRandom(value)) addLast(found, match, { value, behind: 1, rule: 'prose' })
}

/** Adds the value that ends a match, but for some characters behind it. */
function addLast(
  found: Finding[],
  match: RegExpExecArray,
  { value = '', behind = 0, rule }: { value?: string; behind?: number; rule: string },
): void {
  const end = match.index + match[0].length - behind
  found.push({ start: end - value.length, end, rule })
}
