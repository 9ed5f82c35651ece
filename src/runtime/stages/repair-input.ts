import { isThenable } from '../../observe/limit.js'
import type { Call } from '../call-state.js'
import { parseInput } from '../parse-input.js'
import { type JsonSchema, type ToolSchema, toJsonSchema } from '../schema.js'
import { validate } from '../validate.js'

/**
 * Repairs what models get wrong about the input as a whole, in this order, and keeps the name of each repair:
 * `nullish-to-object` for a missing input, `json-string` for an input sent as JSON text. Text that is not JSON ends the
 * call `input_invalid`; it never becomes `{}`.
 */
export function repairInput(call: Call): void {
  const { rawInput, tool } = call
  const missing = rawInput === undefined || rawInput === null
  if ((!missing && typeof rawInput !== 'string') || !tool.inputSchema) return
  if (!takesContainer(tool.inputSchema, missing) || (missing && mayBeMissing(tool.inputSchema, rawInput)))
    return
  call.rawInput = missing ? {} : parseInput(call, String(rawInput))
  call.repairs = [missing ? 'nullish-to-object' : 'json-string']
  call.input = call.rawInput
}

/** Where nothing is itself valid, as in an optional object, there is nothing to repair. */
function mayBeMissing(schema: ToolSchema, input: unknown): boolean {
  const validated = validate(schema, input)
  return !isThenable(validated) && !validated.issues
}

function takesContainer(schema: ToolSchema, objectOnly: boolean): boolean {
  const json = toJsonSchema(schema, 'input')
  return 'schema' in json && isContainer(json.schema, objectOnly)
}

/** Tells whether everything a JSON Schema accepts is an object or, unless only objects count, a list. */
function isContainer({ type, anyOf, oneOf }: JsonSchema, objectOnly: boolean): boolean {
  const choices = anyOf ?? oneOf
  if (type === undefined && Array.isArray(choices)) return choices.every(one => isContainer(one, objectOnly))
  return type === 'object' || (!objectOnly && type === 'array')
}
