import type { Redactor } from '../observe/redact/redactor.js'
import type { JsonSchema } from '../runtime/schema.js'
import { safeDefinitions } from './safe-definitions.js'

/**
 * Describes the fields of an object schema for people, one each: `name: type`, `name?: type = default`. A default that is
 * a secret, by its name or its look, is not told.
 */
export function describeFields(given: JsonSchema, redactor: Redactor): string[] {
  const schema = recordOf(safeDefinitions(given, redactor))
  const properties = recordOf(schema['properties'])
  const names = Object.keys(properties)
  if (names.length === 0)
    return schema['type'] === 'object' || schema['type'] === undefined ? [] : [typeOf(schema)]
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  return names.map(name => {
    const property = recordOf(properties[name])
    const preset = property['default']
    const shown = preset === undefined ? {} : recordOf(redactor.redact({ [name]: preset }))
    const ending = preset === undefined ? '' : ` = ${JSON.stringify(Object.values(shown)[0])}`
    return `${name}${required.has(name) ? '' : '?'}: ${typeOf(property)}${ending}`
  })
}

const MOST_VALUES = 6

function typeOf(schema: JsonSchema): string {
  const { const: only, enum: values, type, format, items, $ref } = schema
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(values)) return union(values.map(value => JSON.stringify(value)))
  if (Array.isArray(choices)) return union(choices.map(choice => typeOf(recordOf(choice))))
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? 'any'
  if (Array.isArray(type)) return type.join(' | ')
  if (type === 'array') return listOf(typeOf(recordOf(items)))
  if (type === 'string' && typeof format === 'string') return `string (${format})`
  return typeof type === 'string' ? type : 'any'
}

function union(types: readonly string[]): string {
  const shown = types.slice(0, MOST_VALUES).join(' | ')
  return types.length > MOST_VALUES ? `${shown} | …` : shown
}

function listOf(type: string): string {
  return type.includes(' ') ? `(${type})[]` : `${type}[]`
}

function recordOf(value: unknown): JsonSchema {
  return value !== null && typeof value === 'object' ? (value as JsonSchema) : {}
}
