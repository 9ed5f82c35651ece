import { isSecretAssignment, type WrittenAs } from './assignment-gate.js'
import { type AssignmentKey, readAssignmentKey } from './assignment-key.js'
import { endOfBare, readValue } from './assignment-value.js'
import type { Detector, Finding } from './finding.js'
import { isHeaderName, readHeaderLine } from './header-line.js'
import type { KeyMatch, KeyPolicy } from './key-policy.js'
import type { Masks } from './masks.js'

/** What the scan of one text carries along. */
interface Scan {
  text: string
  found: Finding[]
  policy: KeyPolicy
  masks: Masks
  /** Masks of an earlier redaction that the scan has not passed yet, last first. */
  masked: [start: number, end: number][]
  /** Where the last mask ends that the scan has passed. */
  passed: number
  /** A sensitive name seen as the value of `"name":` or `"key":`, which the next `"value":` belongs to. */
  named?: KeyMatch
  /** Where the list of raw headers ends that the scan is in or has passed. */
  rawHeadersEnd: number
}

const separator = /=>|:=|%3[AaDd]|[:=,]/g
const rawHeaders = /^raw(?:headers|trailers)$/i
const listOfLists = /[[,]\s{0,16}\[\s{0,16}$/
const nameOfPair = /^(?:name|key|header|field)$/i
const valueOfPair = /^(?:value|val)$/i

/** Creates the detector of `name=value`, `name: value`, `"name":"value"`, `["name","value"]` and header lines. */
export function createAssignmentDetector(policy: KeyPolicy, masks: Masks): Detector {
  return function findAssignments(text, found) {
    const masked = masks.ranges(text).reverse()
    const scan: Scan = { text, found, policy, masks, masked, passed: -1, rawHeadersEnd: 0 }
    separator.lastIndex = 0
    for (let match = separator.exec(text); match; match = separator.exec(text)) {
      const next = readAssignment(scan, match.index, match[0])
      separator.lastIndex = next
    }
  }
}

/** Reads one assignment and returns where to go on. */
function readAssignment(scan: Scan, index: number, mark: string): number {
  const { text, masks } = scan
  const after = index + mark.length
  if (!isSeparator(text, index, mark)) return after
  const maskEnd = passMasks(scan, index)
  if (maskEnd > index) return maskEnd
  const key = readAssignmentKey(text, index)
  if (!key || masks.endAt(text, key.start) !== -1 || (mark === ',' && !isPair(scan, key, index))) return after
  // The rule that a mask tells, such as `…-token]`, is the name of nothing.
  if (key.quote === '' && key.start + key.name.length === scan.passed) return after
  if (key.before === '/' && mark === ':') return after
  const start = skipBlanks(text, after, key.quote !== '')
  if (rawHeaders.test(key.word)) noteRawHeaders(scan, start)
  const match = matchKey(scan, key, start)
  if (!match) return after
  const masked = masks.endAt(text, start)
  if (masked !== -1) return finishMasked(scan, start, masked)
  const finding = readSecret(text, key, match, { mark, spaced: start > after, start })
  if (!finding || finding.end === finding.start) return after
  if (masks.endAt(text, finding.start) < finding.end) scan.found.push(finding)
  return Math.max(finding.end, after)
}

/** What goes on right behind a mask is part of the value too. */
function finishMasked(scan: Scan, start: number, maskEnd: number): number {
  const end = endOfBare(scan.text, maskEnd)
  if (end > maskEnd) scan.found.push({ start, end, rule: 'assignment' })
  return end
}

/** A name can also be written as a value: `name: DB_PASSWORD` makes the next `value: …` sensitive. */
function matchKey(scan: Scan, key: AssignmentKey, valueStart: number): KeyMatch | undefined {
  const { text, policy, named } = scan
  if (nameOfPair.test(key.word)) scan.named = policy(wordAt(text, valueStart))
  if (!named || !valueOfPair.test(key.word)) return policy(key.name)
  scan.named = undefined
  return named
}

function readSecret(
  text: string,
  key: AssignmentKey,
  match: KeyMatch,
  written: WrittenAs,
): Finding | undefined {
  const { start, mark } = written
  // The quote after `"password:"` closes the name and opens no value.
  if (key.quote === '' && !written.spaced && text[start] === key.before && /["'`]/.test(key.before))
    return undefined
  if (isHeaderName(key.name) && key.quote === '' && mark === ':') return readHeaderLine(text, key, start)
  if (key.quote === '' && (text[start] === '{' || text[start] === '[')) return undefined
  const range = readValue(text, start, Math.max(0, key.quote.length - 1))
  if (range.kind === 'bare' && mark.startsWith('%')) range.end = endOfEncoded(text, start, range.end)
  return isSecretAssignment(text, range, { key, match, written })
    ? { start: range.start, end: range.end, rule: 'assignment' }
    : undefined
}

/** Drops the masks before an index and returns the end of the one the index is in, or -1. */
function passMasks(scan: Scan, index: number): number {
  const { masked } = scan
  for (let next = masked.at(-1); next && next[1] <= index; next = masked.at(-1)) {
    scan.passed = next[1]
    masked.pop()
  }
  const next = masked.at(-1)
  return next && next[0] <= index ? next[1] : -1
}

function isSeparator(text: string, index: number, mark: string): boolean {
  const before = text[index - 1] ?? ''
  const after = text[index + mark.length] ?? ''
  if (mark === ',') return before === '"' || before === "'"
  if (mark === ':') return before !== ':' && after !== ':' && !(after === '/' && text[index + 2] === '/')
  if (mark === '=') return !'=!<>'.includes(before || '=') && after !== '='
  return true
}

function noteRawHeaders(scan: Scan, start: number): void {
  if (scan.text[start] !== '[' || start < scan.rawHeadersEnd) return
  const end = scan.text.indexOf(']', start)
  scan.rawHeadersEnd = end === -1 ? scan.text.length : end
}

/** `["--token","…"`, raw headers, or `[["authorization","…"],`; not a list of names as `["password","email"]`. */
function isPair(scan: Scan, key: AssignmentKey, index: number): boolean {
  if (key.quote === '') return false
  if (key.name.startsWith('--') || index < scan.rawHeadersEnd) return true
  const open = key.start - key.quote.length
  return listOfLists.test(scan.text.slice(Math.max(0, open - 34), open)) && endsPair(scan.text, index)
}

function endsPair(text: string, comma: number): boolean {
  const value = readValue(text, skipBlanks(text, comma + 1, true), 15)
  return (
    value.end >= text.length || /^\\{0,15}["']\s{0,16}(?:\]|$)/.test(text.slice(value.end, value.end + 34))
  )
}

function wordAt(text: string, start: number): string {
  const match = /^\\{0,15}["']([^"'\\]{1,64})|^[\w.-]{1,64}/.exec(text.slice(start, start + 96))
  return match?.[1] ?? match?.[0] ?? ''
}

function skipBlanks(text: string, from: number, breaks: boolean): number {
  let at = from
  while (
    at - from < 64 &&
    (text[at] === ' ' || text[at] === '\t' || (breaks && /[\r\n]/.test(text[at] ?? '')))
  )
    at++
  return at
}

function endOfEncoded(text: string, start: number, end: number): number {
  const at = text.slice(start, Math.min(end, start + 1024)).search(/%2[036]/)
  return at === -1 ? end : start + at
}
