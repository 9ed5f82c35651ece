import { quietly } from '../observe/quietly.js'
import { declaredPathsOf } from '../observe/redact/declared-paths.js'
import { declaredValues, undeclaredValues } from '../observe/redact/declared-values.js'
import { harmlessPathsOf } from '../observe/redact/harmless-paths.js'
import type { RedactContext, Redactor } from '../observe/redact/redactor.js'
import { sensitivePathsToPointers } from '../observe/redact/sensitive-paths.js'
import type { Call } from './call-state.js'
import type { Kernel } from './kernel.js'
import { RequestContext } from './request-context.js'
import { toJsonSchema } from './schema.js'
import type { AnyToolDefinition } from './tool.js'

/** What a schema and the `sensitive` paths declare of one payload, as JSON Pointers. */
export interface Declaration {
  declared: readonly string[]
  harmless: readonly string[]
  named: readonly string[]
}

/** Which payload of a call. */
export type DeclaredPayload = (typeof PAYLOADS)[number]

const PAYLOADS = ['input', 'output', 'suspend', 'resume', 'requestContext'] as const

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
 * Returns by what a payload of a call is redacted. Where a tool declares what is sensitive, and the payload does not fit
 * its schema, nothing says where the sensitive parts of it are, so that all but what is declared harmless is.
 */
export function redactedBy(call: Call, payload: DeclaredPayload): RedactContext {
  const declaration = declarationOf(call.tool, payload)
  return isAstray(call, payload, declaration) ? { ...declaration, strict: true } : declaration
}

/** Tells whether a payload that was declared in part is not as its schema has it. */
function isAstray(call: Call, payload: DeclaredPayload, { declared }: Declaration): boolean {
  if (declared.length === 0) return false
  if (payload === 'input') return call.tool.inputSchema !== undefined && !call.inputFits
  return payload === 'output' && call.outputInvalid
}

/**
 * Returns the values of a call's payloads that may stand in no text: those of its sensitive fields and, for a strict
 * redactor, all that are not declared harmless.
 */
export function declaredValuesIn(call: Call): string[] | undefined {
  const strict = isStrict(call.kernel)
  if (!strict && declaresNothing(call.tool)) return undefined
  const found = PAYLOADS.flatMap(payload => {
    const declaration = declarationOf(call.tool, payload)
    if (!strict && declaration.declared.length === 0) return []
    // An input that does not fit is quoted by nobody but its failure, which is scrubbed of all values.
    const all = strict || (payload === 'output' && isAstray(call, payload, declaration))
    return HELD_IN[payload](call).flatMap(value => valuesIn(value, declaration, all))
  })
  return [...new Set(found)]
}

/** Returns the values of a stored input that may stand in no text of its call. */
export function declaredInInput(
  tool: AnyToolDefinition,
  input: unknown,
  { strict = false }: Redactor,
): string[] {
  return valuesIn(input, declarationOf(tool, 'input'), strict)
}

/** Where a call holds each payload: as it came and as its schema made it. */
const HELD_IN: Record<DeclaredPayload, (call: Call) => readonly unknown[]> = {
  input: ({ rawInput, input, partialInput }) => [rawInput, input, partialInput],
  output: ({ returned, output }) => [returned, output],
  suspend: ({ suspension, suspendPayload }) => [suspension?.given, suspension?.payload, suspendPayload],
  resume: ({ resumeData, request: { continuation } }) => [
    resumeData,
    continuation?.resumeData ?? continuation?.stored.values?.resumeData,
  ],
  requestContext: ({ requestContext, options, defaults }) => {
    const given = options.requestContext ?? defaults.requestContext
    const values = (context: RequestContext) => quietly(() => context.toJSON())
    return [values(requestContext), given && values(RequestContext.from(given))]
  },
}

/** Tells whether anything in a tool's payloads may be sensitive by declaration; under a strict redactor, everything is. */
export function declaresAnything(tool: AnyToolDefinition, kernel: Kernel): boolean {
  return isStrict(kernel) || !declaresNothing(tool)
}

function isStrict({ redactor }: Kernel): boolean {
  return redactor.strict ?? false
}

const withNothing = new WeakSet<AnyToolDefinition>()

/** Tells whether a tool declares nothing sensitive, as most do; asked at every call, so worked out once. */
function declaresNothing(tool: AnyToolDefinition): boolean {
  if (withNothing.has(tool)) return true
  const nothing = PAYLOADS.every(payload => declarationOf(tool, payload).declared.length === 0)
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
  const side = payload === 'output' || payload === 'suspend' ? 'output' : 'input'
  const json = schema && toJsonSchema(schema, side)
  const stated = json && 'schema' in json ? json.schema : undefined
  return {
    declared: [...(stated ? declaredPathsOf(stated) : []), ...sensitivePathsToPointers(paths ?? [])],
    ...harmlessPathsOf(stated),
  }
}
