import { declaredPathsOf } from '../observe/redact/declared-paths.js'
import { declaredValues, undeclaredValues } from '../observe/redact/declared-values.js'
import { harmlessPathsOf } from '../observe/redact/harmless-paths.js'
import { sensitivePathsToPointers } from '../observe/redact/sensitive-paths.js'
import type { Call } from './call-state.js'
import { toJsonSchema } from './schema.js'
import type { AnyToolDefinition } from './tool.js'

/** What a schema and the `sensitive` paths declare of one payload, as JSON Pointers. */
export interface Declaration {
  declared: readonly string[]
  harmless: readonly string[]
  named: readonly string[]
}

/** Which payload of a call. */
export type DeclaredPayload = 'input' | 'output' | 'suspend' | 'resume'

const made = new WeakMap<AnyToolDefinition, Map<DeclaredPayload, Declaration>>()

/** Returns what a tool declares of a payload; worked out at the first request and kept. */
export function declarationOf(tool: AnyToolDefinition, payload: DeclaredPayload): Declaration {
  const known = made.get(tool) ?? new Map<DeclaredPayload, Declaration>()
  made.set(tool, known)
  const declaration = known.get(payload) ?? readDeclaration(tool, payload)
  known.set(payload, declaration)
  return declaration
}

/**
 * Returns the values of a call's payloads that may stand in no text: those of its sensitive fields and, for a strict
 * redactor, all that are not declared harmless.
 */
export function declaredValuesIn(call: Call): string[] | undefined {
  const strict = call.kernel.redactor.strict ?? false
  if (!strict && declaresNothing(call.tool)) return undefined
  const input = declarationOf(call.tool, 'input')
  const output = declarationOf(call.tool, 'output')
  const suspend = declarationOf(call.tool, 'suspend')
  const values = (value: unknown, declaration: Declaration) => valuesIn(value, declaration, strict)
  return [
    ...new Set([
      ...[call.rawInput, call.input].flatMap(value => values(value, input)),
      ...[call.returned, call.output].flatMap(value => values(value, output)),
      ...values(call.suspension?.payload, suspend),
    ]),
  ]
}

const withNothing = new WeakSet<AnyToolDefinition>()

/** Tells whether a tool declares nothing sensitive, as most do; asked at every call, so worked out once. */
function declaresNothing(tool: AnyToolDefinition): boolean {
  if (withNothing.has(tool)) return true
  const payloads = ['input', 'output', 'suspend'] as const
  const nothing = payloads.every(payload => declarationOf(tool, payload).declared.length === 0)
  if (nothing) withNothing.add(tool)
  return nothing
}

function valuesIn(value: unknown, { declared, harmless }: Declaration, strict: boolean): string[] {
  const found = declaredValues(value, declared)
  return strict ? [...found, ...undeclaredValues(value, harmless)] : found
}

function readDeclaration(tool: AnyToolDefinition, payload: DeclaredPayload): Declaration {
  const { sensitive = {} } = tool
  const paths = payload === 'input' || payload === 'output' ? sensitive[payload] : undefined
  const schema = tool[`${payload}Schema`]
  // What a caller gives is judged as it comes in, and what a tool gives as it goes out.
  const side = payload === 'input' || payload === 'resume' ? 'input' : 'output'
  const json = schema && toJsonSchema(schema, side)
  const stated = json && 'schema' in json ? json.schema : undefined
  return {
    declared: [...(stated ? declaredPathsOf(stated) : []), ...sensitivePathsToPointers(paths ?? [])],
    ...harmlessPathsOf(stated),
  }
}
