import { declaredPathsOf } from '../../observe/redact/declared-paths.js'
import { isRecord } from '../../observe/redact/json-schema-parts.js'
import { type JsonSchema, toJsonSchema } from '../../runtime/schema.js'
import type { Tool } from '../../runtime/tool.js'

/** A schema as a client can show it as a form, or why it cannot. */
export type FormSchema = { schema: JsonSchema } | { reason: string }

/** What the protocol lets a form say of a field, by the field's type. */
const KEPT: Record<string, readonly string[]> = {
  string: ['minLength', 'maxLength', 'enum', 'enumNames', 'oneOf', 'format', 'default'],
  number: ['minimum', 'maximum', 'default'],
  integer: ['minimum', 'maximum', 'default'],
  boolean: ['default'],
  array: ['items', 'minItems', 'maxItems', 'default'],
}
const FORMATS = new Set(['email', 'uri', 'date', 'date-time'])

/** Returns the form that asks for what a suspended tool is resumed with. */
export function resumeForm({ resumeSchema }: Tool): FormSchema {
  if (!resumeSchema) return { schema: { type: 'object', properties: {} } }
  const converted = toJsonSchema(resumeSchema, 'input')
  if ('reason' in converted) return converted
  // The protocol forbids to ask for secrets in a form.
  const [secret] = declaredPathsOf(converted.schema)
  return secret === undefined ? formOf(converted.schema) : { reason: `${secret || 'the answer'} is a secret` }
}

function formOf({ type, properties, required }: JsonSchema): FormSchema {
  if (type !== 'object' || !isRecord(properties))
    return { reason: 'the answer is no object with named fields' }
  const fields: Record<string, unknown> = {}
  for (const [name, declared] of Object.entries(properties)) {
    const field = isRecord(declared) ? fieldOf(declared) : undefined
    if (!field) return { reason: `the field ${name} is more than a text, a number, a choice or a yes and no` }
    fields[name] = field
  }
  return { schema: { type, properties: fields, ...(Array.isArray(required) && { required }) } }
}

function fieldOf(declared: JsonSchema): JsonSchema | undefined {
  const { type, title, description, const: only, ...more } = presentOf(declared)
  if (typeof only === 'string') return fieldOf({ title, description, enum: [only], type: 'string' })
  const kept = typeof type === 'string' ? KEPT[type] : undefined
  if (!kept || (type === 'array' && !isChoice(more['items']))) return undefined
  const said = kept.filter(
    key => more[key] !== undefined && (key !== 'format' || FORMATS.has(String(more[key]))),
  )
  return {
    type,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...Object.fromEntries(said.map(key => [key, more[key]])),
  }
}

/** A field that may be null or left out is asked for as what it is otherwise. */
function presentOf(declared: JsonSchema): JsonSchema {
  const { anyOf, type, ...rest } = declared
  if (Array.isArray(type)) {
    const [one, ...others] = type.filter(name => name !== 'null')
    return others.length === 0 ? { ...rest, type: one } : declared
  }
  if (!Array.isArray(anyOf)) return declared
  const [one, ...others] = anyOf.filter(part => isRecord(part) && part['type'] !== 'null')
  return isRecord(one) && others.length === 0 ? { ...one, ...rest } : declared
}

function isChoice(items: unknown): boolean {
  return isRecord(items) && (Array.isArray(items['enum']) || Array.isArray(items['anyOf']))
}
