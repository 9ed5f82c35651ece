import { errorFacts } from './error-facts.js'

/** Of a longer chain of causes the outer ones are told, and always the innermost. */
const SHOWN_CAUSES = 4
const SHOWN_ERRORS = 4
/** A chain of causes is followed no further. */
const LONGEST_CHAIN = 1_000

/** Returns the stack of an error, of its causes and, for an `AggregateError`, of its errors, each as one text. */
export function stacksOf(error: Error): string[] {
  const chain = chainOf(error)
  return tellChain(chain, SHOWN_CAUSES, one => aggregatedIn(one).flatMap(tellAggregated))
}

/** Returns an error and its causes, the innermost last. */
export function chainOf(error: unknown): unknown[] {
  const chain = [error]
  const seen = new Set(chain)
  for (let next = causeOf(error); next !== undefined && !seen.has(next); next = causeOf(next)) {
    if (chain.length === LONGEST_CHAIN) break
    seen.add(next)
    chain.push(next)
  }
  return chain
}

/** Returns the errors of an `AggregateError`; none for what is not one. */
export function aggregatedIn(error: unknown): unknown[] {
  try {
    return error instanceof AggregateError && Array.isArray(error.errors) ? error.errors : []
  } catch {
    return []
  }
}

/** Returns what a thrown value that is no Error says of itself. */
export function textOfNonError(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown
  if (thrown === null || typeof thrown !== 'object') return `${typeof thrown} thrown: ${String(thrown)}`
  const message: unknown = Object.getOwnPropertyDescriptor(thrown, 'message')?.value
  return typeof message === 'string' ? message : 'an object was thrown'
}

function tellChain(
  chain: readonly unknown[],
  shown: number,
  within: (one: unknown) => readonly string[],
): string[] {
  const outer = chain.length > shown + 1 ? shown : chain.length
  const between = chain.length - outer - 1
  const told = [...chain.slice(0, outer), ...(between >= 0 ? chain.slice(-1) : [])]
  return told.flatMap((one, index) => [
    ...(between > 0 && index === outer ? [`… ${between} more between, left out`] : []),
    (index === 0 ? '' : 'Caused by: ') + stackOf(one),
    ...within(one),
  ])
}

/** Each error of an aggregate with its innermost cause. */
function tellAggregated(one: unknown, index: number, all: readonly unknown[]): string[] {
  if (index === SHOWN_ERRORS) return [`… ${all.length - SHOWN_ERRORS} more errors in aggregate, left out`]
  if (index > SHOWN_ERRORS) return []
  const [first = '', ...causes] = tellChain(chainOf(one), 1, inner => {
    const { length } = aggregatedIn(inner)
    return length > 0 ? [`… ${length} errors in that, left out`] : []
  })
  return [`Error in aggregate: ${first}`, ...causes]
}

function stackOf(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error)) return textWithFacts(thrown, textOfNonError(thrown))
    const stack = String(thrown.stack ?? thrown.message)
    const facts = errorFacts(thrown, thrown.message)
    const firstLine = stack.indexOf('\n')
    const at = thrown.message === '' ? -1 : stack.indexOf(thrown.message)
    const end = at === -1 ? (firstLine === -1 ? stack.length : firstLine) : at + thrown.message.length
    return stack.slice(0, end) + facts + stack.slice(end)
  } catch {
    return 'an error that could not be read'
  }
}

function textWithFacts(thrown: unknown, text: string): string {
  return typeof thrown === 'object' && thrown !== null ? text + errorFacts(thrown, text) : text
}

function causeOf(error: unknown): unknown {
  try {
    return error instanceof Error ? error.cause : undefined
  } catch {
    return undefined
  }
}
