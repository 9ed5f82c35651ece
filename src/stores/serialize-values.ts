import { parse, stringify } from 'devalue'
import type { StoredValues } from '../runtime/call-store.js'
import { StoreError } from './store-error.js'

/**
 * Writes raw values as text that every supported Node reads: all that JSON holds, and dates, maps, sets, big integers,
 * typed arrays, errors, `undefined` and cycles. As with `structuredClone`, an instance of a class becomes a plain object.
 *
 * @throws {StoreError} `not_storable` when a value is no data; the message names the field and nothing in it.
 */
export function serializeValues(values: StoredValues | undefined): string {
  try {
    return write(values)
  } catch (error) {
    const [field = 'values'] = Object.entries(values ?? {}).find(([, value]) => !isStorable(value)) ?? []
    const reason =
      error instanceof RangeError
        ? 'it is nested too deeply'
        : 'something in it is no data, such as a function, a symbol or a promise'
    throw new StoreError(
      'not_storable',
      `the ${field} of the call cannot be stored: ${reason}; leave that out`,
    )
  }
}

/** Reads what `serializeValues` wrote. */
export function deserializeValues(text: string): StoredValues | undefined {
  return parse(text, { Error: reviveError, Entries: Object.fromEntries })
}

/** The clone is what the in-memory store would keep: it reads each getter once, and drops what no store can hold. */
function write(value: unknown): string {
  return stringify(structuredClone(value), { Error: reduceError, Entries: reduceEntries })
}

function isStorable(value: unknown): boolean {
  try {
    write(value)
    return true
  } catch {
    return false
  }
}

/** `__proto__` as a key of its own, which JSON from a model may have, is written by its entries. */
function reduceEntries(value: unknown): [string, unknown][] | false {
  const hasProto = isObject(value) && Object.hasOwn(value, '__proto__') && !Array.isArray(value)
  return hasProto && Object.entries(value)
}

type ErrorParts = Pick<Error, 'name' | 'message' | 'stack'> & { cause?: { is: unknown } }

function reduceError(value: unknown): ErrorParts | false {
  if (!(value instanceof Error)) return false
  const { name, message, stack } = value
  return { name, message, stack, ...('cause' in value && { cause: { is: value.cause } }) }
}

const ERRORS = [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]

function reviveError({ name, message, stack, cause }: ErrorParts): Error {
  const Kind = ERRORS.find(kind => kind.name === name) ?? Error
  const error = new Kind(message, cause && { cause: cause.is })
  Object.defineProperty(error, 'stack', { value: stack, writable: true, configurable: true })
  return error
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object'
}
