import { OTHER } from './names.js'

const CLASS_NAME = /^[A-Za-z_$][\w$]{0,63}$/

/**
 * Returns the `error.type` of a thrown value: its class name, or `_OTHER` where there is none to use.
 *
 * The name is of low cardinality by its form: an identifier of at most 64 characters, never a message or a code.
 * Governed by `error.type` of the OpenTelemetry semantic conventions.
 */
export function errorType(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error)) return OTHER
    const className = thrown.constructor.name
    // A plain Error or DOMException may say what it is in its name alone, such as AbortError.
    const type = className === 'Error' || className === 'DOMException' ? thrown.name : className
    return typeof type === 'string' && CLASS_NAME.test(type) ? type : OTHER
  } catch {
    return OTHER
  }
}
