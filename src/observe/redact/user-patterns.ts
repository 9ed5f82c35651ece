import type { Detector } from './finding.js'

const maxSourceLength = 1000

/** Checks the patterns of the options and creates their detector; throws a `TypeError` for one that may be slow. */
export function createPatternDetector(patterns: readonly RegExp[]): Detector {
  const checked = patterns.map(checkPattern)
  return function findPatterns(text, found) {
    for (const pattern of checked) {
      for (const match of text.matchAll(pattern)) {
        if (match[0] === '') continue
        found.push({ start: match.index, end: match.index + match[0].length, rule: 'pattern' })
      }
    }
  }
}

function checkPattern(pattern: unknown): RegExp {
  if (!(pattern instanceof RegExp)) {
    throw new TypeError(`Each entry of \`patterns\` must be a RegExp, but one is ${describe(pattern)}.`)
  }
  if (pattern.source.length > maxSourceLength) {
    throw new TypeError(
      `A pattern may have at most ${maxSourceLength} characters, but one has ${pattern.source.length}.`,
    )
  }
  if (hasNestedQuantifier(pattern.source)) {
    throw new TypeError(
      `Pattern ${pattern} repeats a group that itself repeats, which can take exponential time.`,
    )
  }
  const flags = new Set(pattern.flags).add('g')
  flags.delete('y')
  return new RegExp(pattern.source, [...flags].join(''))
}

/** Tells whether an unbounded quantifier stands on a group that holds another, as in `(a+)+`. */
export function hasNestedQuantifier(source: string): boolean {
  const plain = source.replace(/\\./gs, 'a')
  const groups: boolean[] = [false]
  let inClass = false
  for (let at = 0; at < plain.length; at++) {
    const character = plain[at]
    if (inClass || character === '[') inClass = character !== ']'
    else if (character === '(') groups.push(false)
    else if (character === ')') {
      const inner = groups.pop() ?? false
      if (inner && repeatsWithoutBound(plain, at + 1)) return true
      groups[groups.length - 1] ||= inner
    } else if (repeatsWithoutBound(plain, at)) groups[groups.length - 1] = true
  }
  return false
}

function repeatsWithoutBound(source: string, at: number): boolean {
  return source[at] === '*' || source[at] === '+' || /^\{\d*,(?:\d{2,})?\}/.test(source.slice(at, at + 12))
}

function describe(value: unknown): string {
  return value === null ? 'null' : `a ${typeof value}`
}
