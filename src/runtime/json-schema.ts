import { createRequire } from 'node:module'
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import type { ErrorObject, Options, ValidateFunction } from 'ajv'
import type { JsonSchema } from './schema.js'

/** A plain JSON Schema as a Standard Schema that knows the type of what it describes. */
export type TypedJsonSchema<T> = StandardSchemaV1<T, T> & StandardJSONSchemaV1<T, T>

/**
 * Types a plain JSON Schema, draft 2020-12 or draft-07 (told by `$schema`), and lets it validate.
 *
 * The validator (Ajv) is loaded and the schema compiled at the first validation. The schema is never changed.
 *
 * @example
 * createTool({ id: 'add', inputSchema: jsonSchema<{ a: number }>({ type: 'object', required: ['a'] }) })
 */
export function jsonSchema<T>(schema: JsonSchema): TypedJsonSchema<T> {
  let compiled: ValidateFunction | undefined
  function validate(value: unknown): StandardSchemaV1.Result<T> | Promise<StandardSchemaV1.Result<T>> {
    compiled ??= compile(schema)
    const valid: unknown = compiled(value)
    // A schema with `$async` answers a promise that rejects with its errors.
    if (valid instanceof Promise) return valid.then(() => ({ value: value as T }), failed)
    return valid ? { value: value as T } : failed(compiled)
  }
  return {
    '~standard': {
      version: 1,
      vendor: 'toolspan',
      validate,
      jsonSchema: { input: () => schema, output: () => schema },
    },
  }
}

const wrapped = new WeakMap<JsonSchema, TypedJsonSchema<unknown>>()

/** Returns the Standard Schema of a plain JSON Schema, the same one for the same object. */
export function wrapJsonSchema(schema: JsonSchema): TypedJsonSchema<unknown> {
  const known = wrapped.get(schema) ?? jsonSchema<unknown>(schema)
  wrapped.set(schema, known)
  return known
}

type AjvClass = new (options: Options) => { compile(schema: object): ValidateFunction }

function compile(schema: JsonSchema): ValidateFunction {
  const require = createRequire(import.meta.url)
  const draft07 = String(schema['$schema'] ?? '').includes('draft-07')
  const { default: Ajv } = require(draft07 ? 'ajv' : 'ajv/dist/2020.js') as { default: AjvClass }
  const { default: addFormats } = require('ajv-formats') as { default: (ajv: object) => void }
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false })
  addFormats(ajv)
  return ajv.compile(schema)
}

function toIssue({ instancePath, message, keyword, params }: ErrorObject): StandardSchemaV1.Issue {
  const path = instancePath.split('/').slice(1).map(unescapePointer)
  const missing: unknown = keyword === 'required' ? params['missingProperty'] : undefined
  const unknown: unknown = params['additionalProperty'] ?? params['unevaluatedProperty']
  const detail = typeof unknown === 'string' ? `: ${JSON.stringify(unknown)}` : ''
  return {
    path: typeof missing === 'string' ? [...path, missing] : path,
    message: typeof missing === 'string' ? 'is required' : `${message ?? 'is invalid'}${detail}`,
  }
}

function failed({ errors }: { errors?: ErrorObject[] | null }): StandardSchemaV1.FailureResult {
  return { issues: (errors ?? []).map(toIssue) }
}

function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}
