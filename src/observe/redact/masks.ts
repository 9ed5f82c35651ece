import type { Replacement } from './redactor.js'
import { createMaskWriter } from './replacement.js'

/** What stands for redacted values, and how to recognise it again so that redaction is idempotent. */
export interface Masks {
  /** Returns the mask of a rule, and of a value where masks tell something of it. */
  of(rule: string, value?: string): string
  /** Returns where the mask that starts at an index ends, or -1. */
  endAt(text: string, index: number): number
  /** Tells whether a text is a mask and nothing else. */
  is(text: string): boolean
  /** Returns where masks stand in a text. */
  ranges(text: string): [start: number, end: number][]
  /** What a URL's `user:password` becomes. */
  readonly userinfo: string
}

const defaultMask = /\[REDACTED:[^\]\s]{1,120}\]/y
/** Masks remembered for a replacement function that gives unlimited different results. */
const maxKnownMasks = 128

/** Creates the masks for a `replacement` option. */
export function createMasks(replacement?: Replacement): Masks {
  const byRule = new Map<string, string>()
  const { write, byValue } = createMaskWriter(replacement)
  const known = new Set<string>()

  function of(rule: string, value?: string): string {
    if (byValue && value !== undefined) return write(rule, value)
    const seen = byRule.get(rule)
    if (seen !== undefined) return seen
    const mask = write(rule)
    if (byRule.size < maxKnownMasks) byRule.set(rule, mask)
    if (mask !== '' && !isDefaultMask(mask) && known.size < maxKnownMasks) known.add(mask)
    return mask
  }
  if (typeof replacement === 'string' && !byValue) of('')

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
    userinfo: replacement === undefined || byValue ? 'REDACTED:REDACTED' : of('url-credentials'),
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
