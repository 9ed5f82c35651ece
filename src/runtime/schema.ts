import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'

/** A plain JSON Schema, draft 2020-12 or draft-07. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Any Standard Schema (Zod, Valibot through `toStandardJsonSchema`, ArkType, …) or a plain JSON Schema. */
export type ToolSchema = StandardSchemaV1 | JsonSchema

/** The type a schema accepts. */
export type SchemaInput<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferInput<S> : unknown

/** The type a schema gives. */
export type SchemaOutput<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<S> : unknown

/** A schema as JSON Schema, or why it has none. */
export type AsJsonSchema = { schema: JsonSchema } | { reason: string }

/** Tells whether a value follows the Standard Schema interface. */
export function isStandardSchema(value: unknown): value is StandardSchemaV1 {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false
  const standard = (value as { '~standard'?: { validate?: unknown } })['~standard']
  return typeof standard?.validate === 'function'
}

/** Tells whether a value can be a tool's schema. */
export function isToolSchema(value: unknown): value is ToolSchema {
  return isStandardSchema(value) || isPlainObject(value)
}

const made = {
  input: new WeakMap<ToolSchema, AsJsonSchema>(),
  output: new WeakMap<ToolSchema, AsJsonSchema>(),
}

/**
 * Returns a schema as JSON Schema (draft 2020-12), for what goes in or for what comes out; made at the first request
 * and kept. A schema that has no JSON form gives the reason instead. Never throws.
 */
export function toJsonSchema(schema: ToolSchema, side: 'input' | 'output'): AsJsonSchema {
  const known = made[side].get(schema)
  if (known) return known
  const converted = convert(schema, side)
  made[side].set(schema, converted)
  return converted
}

function convert(schema: ToolSchema, side: 'input' | 'output'): AsJsonSchema {
  if (!isStandardSchema(schema)) return { schema }
  const { jsonSchema, vendor } = schema['~standard'] as Partial<StandardJSONSchemaV1.Props> & {
    vendor: string
  }
  if (!jsonSchema) return { reason: `its library (${vendor}) gives no JSON Schema for it` }
  const convertSide = (libraryOptions?: Record<string, unknown>) =>
    jsonSchema[side]({ target: 'draft-2020-12', ...(libraryOptions && { libraryOptions }) })
  try {
    return { schema: convertSide() }
  } catch (error) {
    return (
      convertLeniently(convertSide) ?? {
        reason: error instanceof Error ? error.message : 'conversion failed',
      }
    )
  }
}

// A date or a transform has no JSON form; the rest of the schema is still worth having.
function convertLeniently(
  convertSide: (options: Record<string, unknown>) => JsonSchema,
): AsJsonSchema | undefined {
  try {
    return { schema: convertSide({ unrepresentable: 'any' }) }
  } catch {
    return undefined
  }
}

function isPlainObject(value: unknown): value is JsonSchema {
  if (value === null || typeof value !== 'object') return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
