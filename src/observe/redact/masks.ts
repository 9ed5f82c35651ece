import type { RedactorOptions } from './redactor.js'

/** What stands for redacted values, and how to recognise it again so that redaction is idempotent. */
export interface Masks {
  /** Returns the mask of a rule. */
  of(rule: string): string
  /** Returns where the mask that starts at an index ends, or -1. */
  endAt(text: string, index: number): number
  /** Tells whether a text is a mask and nothing else. */
  is(text: string): boolean
  /** Returns where masks stand in a text. */
  ranges(text: string): [start: number, end: number][]
  /** What a URL's `user:password` becomes. */
  readonly userinfo: string
}

const defaultMask = /\[REDACTED:[^\]\s]{1,80}\]/y
/** Masks remembered for a replacement function that gives unlimited different results. */
const maxKnownMasks = 128

/** Creates the masks for a `replacement` option. */
export function createMasks(replacement: RedactorOptions['replacement']): Masks {
  const byRule = new Map<string, string>()
  const make = maskMaker(replacement)
  const known = new Set<string>(typeof replacement === 'string' && replacement !== '' ? [replacement] : [])

  function of(rule: string): string {
    const seen = byRule.get(rule)
    if (seen !== undefined) return seen
    const mask = make(rule)
    if (byRule.size < maxKnownMasks) byRule.set(rule, mask)
    if (mask !== '' && !isDefaultMask(mask) && known.size < maxKnownMasks) known.add(mask)
    return mask
  }
  function endAt(text: string, index: number): number {
    const end = endOfDefault(text, index)
    if (end !== -1) return end
    for (const mask of known) if (text.startsWith(mask, index)) return index + mask.length
    return -1
  }
  return {
    of,
    endAt,
    is: text => text !== '' && endAt(text, 0) === text.length,
    ranges: text => rangesOf(text, known, endAt),
    userinfo: replacement === undefined ? 'REDACTED:REDACTED' : of('url-credentials'),
  }
}

function maskMaker(replacement: RedactorOptions['replacement']): (rule: string) => string {
  if (typeof replacement === 'string') return () => replacement
  if (!replacement) return rule => `[REDACTED:${rule}]`
  return function safeMask(rule) {
    try {
      return String(replacement(rule))
    } catch {
      return `[REDACTED:${rule}]`
    }
  }
}

function isDefaultMask(text: string): boolean {
  return endOfDefault(text, 0) === text.length
}

function endOfDefault(text: string, index: number): number {
  if (!text.startsWith('[REDACTED:', index)) return -1
  defaultMask.lastIndex = index
  return defaultMask.test(text) ? defaultMask.lastIndex : -1
}

function rangesOf(text: string, known: ReadonlySet<string>, endAt: Masks['endAt']): [number, number][] {
  const ranges: [number, number][] = []
  for (const start of ['[REDACTED:', ...known]) {
    for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at + 1)) {
      const end = endAt(text, at)
      if (end === -1) continue
      ranges.push([at, end])
      at = end - 1
    }
  }
  return ranges.sort((a, b) => a[0] - b[0])
}
