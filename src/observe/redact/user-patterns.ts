import type { Detector, Finding } from './finding.js'
import { hasNestedQuantifier, isSlow, type PatternCost, patternCost } from './pattern-cost.js'
import { timed } from './timed.js'

interface CheckedPattern {
  pattern: RegExp
  cost: PatternCost
}

const maxSourceLength = 1000
/** Up to these lengths a pattern takes a few milliseconds at most, whatever the text. */
const untimed: Record<PatternCost, number> = {
  linear: Number.POSITIVE_INFINITY,
  quadratic: 4096,
  unclear: 16,
}
const limitMs = 100
const limitMsPerMegabyte = 200

/** Checks the patterns of the options and creates their detector; throws a `TypeError` for one that may be slow. */
export function createPatternDetector(patterns: readonly RegExp[]): Detector {
  const checked = patterns.map(checkPattern)
  return function findPatterns(text, found) {
    for (const { pattern, cost } of checked) {
      const run = () => matchesOf(pattern, text)
      const limit = limitMs + (limitMsPerMegabyte * text.length) / 1e6
      const matches = text.length <= untimed[cost] ? { value: run() } : timed(run, limit)
      // What could not be searched in time might be secret anywhere.
      for (const each of matches?.value ?? [{ start: 0, end: text.length, rule: 'pattern' }]) found.push(each)
    }
  }
}

function matchesOf(pattern: RegExp, text: string): Finding[] {
  const found: Finding[] = []
  for (const { 0: matched, index } of text.matchAll(pattern)) {
    if (matched !== '') found.push({ start: index, end: index + matched.length, rule: 'pattern' })
  }
  return found
}

function checkPattern(pattern: unknown): CheckedPattern {
  if (!(pattern instanceof RegExp)) {
    throw new TypeError(`Each entry of \`patterns\` must be a RegExp, but one is ${describe(pattern)}.`)
  }
  const { source } = pattern
  if (source.length > maxSourceLength) {
    throw new TypeError(
      `A pattern may have at most ${maxSourceLength} characters, but one has ${source.length}.`,
    )
  }
  if (hasNestedQuantifier(source)) {
    throw new TypeError(
      `Pattern ${pattern} repeats a group that itself repeats, which can take exponential time.`,
    )
  }
  const cost = patternCost(source)
  if (cost === 'unclear' && isSlow(pattern)) {
    throw new TypeError(
      `Pattern ${pattern} takes too long on text that repeats what it is made of; let no two repeated parts match the same.`,
    )
  }
  const flags = new Set(pattern.flags).add('g')
  flags.delete('y')
  return { pattern: new RegExp(source, [...flags].join('')), cost }
}

function describe(value: unknown): string {
  return value === null ? 'null' : `a ${typeof value}`
}
