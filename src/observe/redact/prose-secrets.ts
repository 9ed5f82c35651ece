import type { Detector } from './finding.js'
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
const database =
  /(?<![\w-])(?:mysql(?:dump|admin)?[^\n]{0,200}?\s-p|sshpass\s{1,4}-p\s{0,4}|redis-cli[^\n]{0,200}?\s-a\s{1,4})([^\s"']{3,256})/g
const element = /<([A-Za-z][\w:.-]{1,64})(?:\s[^<>]{0,200})?>([^<]{1,512})<\//g
/** Names of algorithms and encodings, which mix letters and digits as secrets do. */
const algorithm =
  /^(?:base\d\d|sha-?\d|md5|argon2|pbkdf2|bcrypt|utf-?\d|oauth\d|[hrep]s\d{3}|aes-?\d|ed25519|x509|p?k?cs\d)/i

/** Finds secrets that a sentence, a command of a database or an element of XML names. */
export function createProseDetector(isSensitive: (name: string) => boolean): Detector {
  return function findProseSecrets(text, found) {
    const add = (match: RegExpExecArray, value: string, tail: number, rule: string) => {
      const end = match.index + match[0].length - tail
      found.push({ start: end - value.length, end, rule })
    }
    if (/pass|pwd|secret|key|token|identified/i.test(text)) {
      for (const match of text.matchAll(stated)) {
        const value = (match[1] ?? '').replace(/[.,;:!?)]{1,4}$/, '')
        const isSecret = looksRandom(value) && !isStandIn(value) && !algorithm.test(value)
        if (isSecret) add(match, value, (match[1] ?? '').length - value.length, 'prose')
      }
      for (const match of text.matchAll(quoted)) {
        const value = match[2] ?? ''
        if (looksRandom(value) || /identified|password/i.test(match[0].slice(0, 16)))
          add(match, value, 1, 'prose')
      }
      for (const match of text.matchAll(netrc)) add(match, match[1] ?? '', 0, 'prose')
    }
    if (/mysql|sshpass|redis-cli/.test(text)) {
      for (const match of text.matchAll(database)) add(match, match[1] ?? '', 0, 'command-flag')
    }
    if (!text.includes('</')) return
    for (const match of text.matchAll(element)) {
      if (isSensitive(match[1] ?? '') && !isStandIn(match[2] ?? ''))
        add(match, match[2] ?? '', 2, 'assignment')
    }
  }
}
