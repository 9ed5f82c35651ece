import { types } from 'node:util'
import { type DeclaredHere, declaredBelow, isDeclared, isHarmlessItself } from './declared-tree.js'
import type { KeyMatch } from './key-policy.js'
import { getter, ownProperty } from './own-property.js'
import type { JsonValue } from './redactor.js'
import { looksRandom } from './secret-shape.js'
import { placeholder, redacted, stopsHere, type Walk } from './walk.js'
import { walkNamed } from './walk-fields.js'

const flatHeaders = /^(?:raw)?(?:headers|trailers)$/i
const userFlags = new Set(['-u', '-U', '--user', '--proxy-user'])
const userAndPassword = /^[^\s:]{1,64}:(?!\/\/)\S/

/** Redacts the items of a list. */
export function walkItems(walk: Walk, items: readonly unknown[], here: DeclaredHere): JsonValue[] {
  const result: JsonValue[] = []
  let before: unknown
  for (let index = 0; index < items.length; index++) {
    const stop = stopsHere(walk)
    if (stop) {
      result.push(placeholder(walk, stop))
      break
    }
    const item = ownProperty(items, index)
    walk.path.push(String(index))
    result.push(
      walkItem(walk, item, declaredBelow(here, String(index)), () => matchItem(walk, items, index, before)),
    )
    walk.path.pop()
    walk.left -= 2
    before = item
  }
  return result
}

function walkItem(
  walk: Walk,
  item: unknown,
  here: DeclaredHere,
  match: () => KeyMatch | undefined,
): JsonValue {
  if (isDeclared(here)) return redacted(walk, 'declared', item)
  if (item === getter) return '[Getter]'
  const named = isHarmlessItself(here) ? undefined : match()
  return (named ? walkNamed(walk, named, item, here) : walk.visit(walk, item, here)) ?? null
}

/** A list can pair names with values: `['X-Api-Key', …]` in raw headers, `[name, value]` and `'--token', …`. */
function matchItem(
  walk: Walk,
  items: readonly unknown[],
  index: number,
  before: unknown,
): KeyMatch | undefined {
  if (typeof before !== 'string' || before.length > 128) return undefined
  const item = ownProperty(items, index)
  if (before.startsWith('-')) return matchFlag(walk, before, item)
  if (index % 2 === 0) return undefined
  if (flatHeaders.test(walk.path.at(-2) ?? '')) return walk.policy(before)
  if (index !== 1 || items.length !== 2) return undefined
  if (typeof item === 'object' && before.includes('/')) return undefined
  const parent = walk.ancestors.at(-2)
  const isEntry =
    Array.isArray(parent) || types.isMap(parent) || (typeof item === 'string' && looksRandom(item))
  return isEntry ? walk.policy(before) : undefined
}

function matchFlag(walk: Walk, flag: string, item: unknown): KeyMatch | undefined {
  if (typeof item !== 'string' || item.startsWith('-')) return undefined
  if (userFlags.has(flag) && userAndPassword.test(item)) return { rule: 'command-flag', textOnly: false }
  return walk.policy(flag)
}
