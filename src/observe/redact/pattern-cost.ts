import { timed } from './timed.js'

/** How long a pattern may take, as far as its form tells. */
export type PatternCost = 'linear' | 'quadratic' | 'unclear'

const probeLength = 2_500
const shortProbeLength = 40
const probeMs = 300

/** Tells an upper bound of what a pattern costs by the quantifiers in it. */
export function patternCost(source: string): PatternCost {
  const plain = withoutEscapesAndClasses(source)
  const unbounded = [...plain.matchAll(/[*+]|\{\d{0,9},(?:\d{3,})?\}/g)]
  if (unbounded.length === 0) return 'linear'
  const repeatsGroup = unbounded.some(({ index }) => plain[index - 1] === ')')
  return unbounded.length === 1 && !repeatsGroup ? 'quadratic' : 'unclear'
}

/** Tells whether an unbounded quantifier stands on a group that holds another, as in `(a+)+`. */
export function hasNestedQuantifier(source: string): boolean {
  const plain = withoutEscapesAndClasses(source)
  const groups: boolean[] = [false]
  for (let at = 0; at < plain.length; at++) {
    const character = plain[at]
    if (character === '(') groups.push(false)
    else if (character === ')') {
      const inner = groups.pop() ?? false
      if (inner && repeatsWithoutBound(plain, at + 1)) return true
      groups[groups.length - 1] ||= inner
    } else if (repeatsWithoutBound(plain, at)) groups[groups.length - 1] = true
  }
  return false
}

/** Tells whether a pattern is slow on long repetitions of what it is made of, such as `(a|a)+$` on many an `a`. */
export function isSlow(pattern: RegExp): boolean {
  const global = new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`)
  return probesOf(pattern.source).some(probe => !timed(() => [...probe.matchAll(global)].length, probeMs))
}

/** The short ones find what is exponential before a long one is tried. */
function probesOf(source: string): string[] {
  const words = source.match(/[A-Za-z0-9]{2,12}/g) ?? []
  const units = [...new Set(['a', 'A', '0', '_', ' ', '-', '.', '/', '\n', ...source, ...words])]
  return [shortProbeLength, probeLength].flatMap(length =>
    units.map(unit => `${unit.repeat(Math.ceil(length / unit.length))}\u0000`),
  )
}

function withoutEscapesAndClasses(source: string): string {
  return source.replace(/\\[\s\S]/g, 'a').replace(/\[[^\]]*\]/g, 'a')
}

function repeatsWithoutBound(source: string, at: number): boolean {
  return (
    source[at] === '*' || source[at] === '+' || /^\{\d{0,9},(?:\d{2,})?\}/.test(source.slice(at, at + 24))
  )
}
