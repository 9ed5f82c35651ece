import type { Attributes, AttributeValue } from '@opentelemetry/api'
import type { JsonValue } from './redact/redactor.js'

/**
 * Turns redacted fields into span attributes: strings, numbers, booleans and lists of one of them stay what they are,
 * anything else becomes one JSON text. The same on every OpenTelemetry line.
 */
export function toAttributes(fields: { [key: string]: JsonValue }): Attributes {
  const attributes: Attributes = {}
  for (const [key, value] of Object.entries(fields)) attributes[key] = toAttributeValue(value)
  return attributes
}

function toAttributeValue(value: JsonValue): AttributeValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return isUniformList(value) ? value : JSON.stringify(value)
}

function isUniformList(value: JsonValue): value is string[] {
  if (!Array.isArray(value) || value.length === 0) return false
  const type = typeof value[0]
  return ['string', 'number', 'boolean'].includes(type) && value.every(item => typeof item === type)
}
