import { isCardNumber } from './card-number.js'
import { type DeclaredHere, isBare, isDeclared, isHarmless, pointerOf } from './declared-tree.js'
import type { Finding } from './finding.js'
import { inheritedProperty, ownProperty } from './own-property.js'
import { readObject } from './read-object.js'
import type { JsonValue } from './redactor.js'
import {
  depthLimit,
  maxDepth,
  maxNodes,
  nodeLimit,
  placeholder,
  redacted,
  unreadable,
  type Walk,
} from './walk.js'
import { walkFields } from './walk-fields.js'
import { walkItems } from './walk-items.js'
import { walkText, walkUndeclaredText } from './walk-text.js'

/**
 * Redacts one value; `undefined` means that it has no place in JSON.
 *
 * It calls itself, which is safe as the depth limit holds whatever the value is.
 */
export function walkValue(walk: Walk, value: unknown, here: DeclaredHere): JsonValue | undefined {
  if (walk.nodes++ >= nodeLimit) return placeholder(walk, maxNodes)
  if (isDeclared(here) && value !== undefined) return redacted(walk, 'declared', value)
  if (walk.strict && value !== undefined && !isHarmless(here)) return walkUndeclared(walk, value, here)
  return walkKept(walk, value, here)
}

/** Keeps of what nobody declared harmless only the way to what somebody did. */
function walkUndeclared(walk: Walk, value: unknown, here: DeclaredHere): JsonValue | undefined {
  if (typeof value === 'string') return walkUndeclaredText(walk, value, here)
  if (typeof value !== 'object' || value === null || isBare(here)) return redacted(walk, 'undeclared', value)
  return walkObject(walk, value, here, true)
}

function walkKept(walk: Walk, value: unknown, here: DeclaredHere): JsonValue | undefined {
  switch (typeof value) {
    case 'string':
      return walkText(walk, value, here)
    case 'number':
    case 'bigint':
      return walkNumber(walk, value)
    case 'boolean':
      return value
    case 'object':
      return value === null ? null : walkObject(walk, value, here, true)
    case 'undefined':
      return undefined
    default:
      return walkText(walk, nameOf(value as symbol | (() => void)), undefined)
  }
}

/** JSON has no NaN, no infinity and no big integers; as texts they stay readable. */
function walkNumber(walk: Walk, value: number | bigint): JsonValue {
  const text = String(value)
  if (text.length > 12 && isCardNumber(text)) return redacted(walk, 'card', text)
  if (isKnown(walk, text)) return redacted(walk, 'known', text)
  walk.left -= Math.min(text.length, 64)
  if (typeof value === 'bigint') return text.length > 1000 ? `[BigInt ${text.length} digits]` : `${text}n`
  return Number.isFinite(value) ? value : text
}

/** A short number stands in too many places to be known by its digits. */
function isKnown({ known, values }: Walk, text: string): boolean {
  if (text.length < 4 || (known.isEmpty() && !values)) return false
  const found: Finding[] = []
  known.find(text, found)
  values?.find(text, found)
  return found.some(({ start, end }) => start === 0 && end === text.length)
}

function nameOf(value: symbol | object): string {
  if (typeof value === 'symbol') return value.description ? `[Symbol ${value.description}]` : '[Symbol]'
  try {
    const name = ownProperty(value, 'name')
    return typeof name === 'string' && name !== '' ? `[Function ${name}]` : '[Function]'
  } catch {
    return '[Function]'
  }
}

/** Walks an object, whatever it does when it is looked at. */
function walkObject(
  walk: Walk,
  value: object,
  here: DeclaredHere,
  mayConvert: boolean,
): JsonValue | undefined {
  const depth = walk.ancestors.length
  const pathLength = walk.path.length
  const cycle = walk.ancestors.indexOf(value)
  if (cycle !== -1) return `[Circular -> ${pointerOf(walk.path.slice(0, walk.pathLengths[cycle]))}]`
  if (depth >= depthLimit) return placeholder(walk, maxDepth)
  walk.ancestors.push(value)
  walk.pathLengths.push(pathLength)
  try {
    return walkContents(walk, value, here, mayConvert)
  } catch {
    return placeholder(walk, unreadable)
  } finally {
    walk.ancestors.pop()
    walk.pathLengths.pop()
    // Only what was thrown leaves names behind, and to set a length is slow.
    if (walk.path.length > pathLength) walk.path.length = pathLength
  }
}

function walkContents(
  walk: Walk,
  value: object,
  here: DeclaredHere,
  mayConvert: boolean,
): JsonValue | undefined {
  const read = readObject(value)
  switch (read.kind) {
    case 'text':
      return walk.strict && !isHarmless(here)
        ? redacted(walk, 'undeclared', read.text)
        : walkText(walk, read.text, undefined)
    case 'value':
      return walkValue(walk, read.value, here)
    case 'items':
      return walkItems(walk, read.items, here)
    case 'fields':
      return walkFields(walk, [...read.fields.keys()], key => read.fields.get(key), here)
  }
  const toJson = mayConvert && 'toJSON' in value ? inheritedProperty(value, 'toJSON') : undefined
  if (typeof toJson === 'function') return walkConverted(walk, value, toJson, here)
  if (Array.isArray(value)) return walkItems(walk, value, here)
  return walkFields(walk, Object.keys(value), key => ownProperty(value, key), here)
}

/** Calls `toJSON` once and walks what it gives; what that gives is not asked again, as `JSON.stringify` does. */
function walkConverted(
  walk: Walk,
  value: object,
  toJson: unknown,
  here: DeclaredHere,
): JsonValue | undefined {
  let converted: unknown
  try {
    converted = Reflect.apply(toJson as () => unknown, value, [''])
  } catch {
    return placeholder(walk, '[Throws]')
  }
  if (typeof converted !== 'object' || converted === null) return walkValue(walk, converted, here)
  if (converted === value) return walkPlainly(walk, value, here)
  return walkObject(walk, converted, here, false)
}

function walkPlainly(walk: Walk, value: object, here: DeclaredHere): JsonValue {
  if (Array.isArray(value)) return walkItems(walk, value, here)
  return walkFields(walk, Object.keys(value), key => ownProperty(value, key), here)
}
