import { types } from 'node:util'
import type { KeyMatch } from './key-policy.js'
import type { Masks } from './masks.js'
import { ownProperty } from './own-property.js'
import { isPlaceholder, isVersion } from './secret-shape.js'

const typesOfSchema = new Set(['string', 'number', 'integer', 'object', 'array', 'boolean', 'null'])
/** Keywords of JSON Schema that hold no value of the field they describe. */
const harmlessKeywords = new Set(
  (
    'type title description format minLength maxLength pattern writeOnly readOnly sensitive x-sensitive deprecated ' +
    'nullable minimum maximum $schema optional required'
  ).split(' '),
)
/** Values of `credentials` in a fetch request. */
const fetchModes = new Set(['include', 'omit', 'same-origin'])

/** Tells whether a value of a sensitive name can be kept: a flag, nothing at all, or a mask. */
export function isNeverSecret(value: unknown, match: KeyMatch, masks: Masks): boolean {
  switch (typeof value) {
    case 'string':
      if (value === '' || masks.is(value) || isVersion(value) || isPlaceholder(value)) return true
      return match.rule === 'key:credentials' && fetchModes.has(value)
    case 'number':
    case 'bigint':
      return match.textOnly
    case 'object':
      return value === null || isEmptyContainer(value)
    default:
      return true
  }
}

/** `password: { type: 'string' }` describes a field; with any keyword that could hold its value it is no description. */
export function isSchemaOfSecret(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || types.isProxy(value)) return false
  const type = ownProperty(value, 'type')
  if (typeof type !== 'string' || !typesOfSchema.has(type)) return false
  return Object.keys(value).every(key => harmlessKeywords.has(key))
}

function isEmptyContainer(value: object): boolean {
  if (types.isProxy(value)) return false
  if (Array.isArray(value)) return value.length === 0
  return Object.getPrototypeOf(value) === Object.prototype && Object.keys(value).length === 0
}
