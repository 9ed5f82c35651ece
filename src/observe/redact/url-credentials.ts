import type { Detector, Finding } from './finding.js'
import { looksRandom } from './secret-shape.js'

/** How far past a `/` an `@` is looked for, as a password may hold a slash. */
const passwordReach = 128
const authorityEnd = /[\s"`<>/?#\\]|'(?!\w)/g
const urlEnd = /[\s"`<>\\]|'(?!\w)/

/** Creates the detector of user names and passwords in URLs, with or without a scheme. */
export function createUrlCredentialsDetector(userinfo: string): Detector {
  return function findUrlCredentials(text, found) {
    for (let at = text.indexOf('//'); at !== -1; ) {
      const start = at + 2
      const end = next(authorityEnd, text, start)
      const finding = readUserinfo(text, start, end, userinfo)
      if (finding) found.push(finding)
      at = text.indexOf('//', Math.max(finding?.end ?? end, at + 1))
    }
    findDriverCredentials(text, found)
  }
}

function readUserinfo(text: string, start: number, end: number, userinfo: string): Finding | undefined {
  const authority = text.slice(start, end)
  const at = authority.lastIndexOf('@')
  if (at === -1) return readSlashedPassword(text, start, authority, userinfo)
  const user = authority.slice(0, at)
  if (user === userinfo || user === '') return undefined
  if (user.includes(':')) return { start, end: start + at, rule: 'url-credentials', as: userinfo }
  if (user.length < 16 || !looksRandom(user)) return undefined
  return { start, end: start + at, rule: 'url-credentials', as: 'REDACTED' }
}

/** `user:pa/ss@host`: what stands before the slash ends in no port, and an `@` comes before the URL ends. */
function readSlashedPassword(
  text: string,
  start: number,
  authority: string,
  userinfo: string,
): Finding | undefined {
  const colon = authority.indexOf(':')
  if (
    colon < 0 ||
    authority === userinfo ||
    authority[0] === '[' ||
    /^\d{0,5}$/.test(authority.slice(colon + 1))
  )
    return undefined
  const limit = Math.min(text.length, start + authority.length + passwordReach)
  const near = text.slice(start, limit)
  const end = near.search(urlEnd)
  const rest = end === -1 ? near : near.slice(0, end)
  const at = rest.lastIndexOf('@')
  if (at !== -1) return { start, end: start + at, rule: 'url-credentials', as: userinfo }
  // A port has digits only, so that a text cut off here is cut off in a password.
  return start + authority.length === text.length
    ? { start, end: text.length, rule: 'url-credentials', as: userinfo }
    : undefined
}

/** `user:password@tcp(host:3306)/db`, as Go's database drivers write it. */
function findDriverCredentials(text: string, found: Finding[]): void {
  if (!text.includes('@tcp(') && !text.includes('@unix(')) return
  for (const match of text.matchAll(/@(?:tcp|unix)\(/g)) {
    const before = text.slice(Math.max(0, match.index - 192), match.index)
    const word = before.split(/[\s"'`]/).at(-1) ?? ''
    const colon = word.indexOf(':')
    if (colon < 1 || colon === word.length - 1) continue
    found.push({ start: match.index - word.length + colon + 1, end: match.index, rule: 'url-credentials' })
  }
}

function next(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}
