import { types } from 'node:util'
import { getter, inheritedProperty, ownProperty } from './own-property.js'

const wellKnown = ['code', 'stack', 'cause', 'errors']

/** Returns what an error tells: name, message, code, stack, causes, and what else it carries. */
export function errorFields(error: object): Map<string, unknown> {
  const fields = new Map<string, unknown>([
    ['name', errorName(error)],
    ['message', errorMessage(error)],
  ])
  for (const key of [...wellKnown, ...Object.keys(error)]) {
    if (fields.has(key)) continue
    const value = key === 'stack' ? stackOf(error) : ownProperty(error, key)
    if (value !== undefined) fields.set(key, value)
  }
  return fields
}

function errorName(error: object): string {
  if (isDomException(error)) return String(Reflect.get(DOMException.prototype, 'name', error))
  const name = inheritedProperty(error, 'name')
  if (typeof name === 'string' && name !== 'Error') return name
  const maker = inheritedProperty(error, 'constructor')
  const makerName = typeof maker === 'function' ? ownProperty(maker, 'name') : undefined
  return typeof makerName === 'string' && makerName !== '' ? makerName : 'Error'
}

function errorMessage(error: object): unknown {
  if (isDomException(error)) return Reflect.get(DOMException.prototype, 'message', error)
  const own = ownProperty(error, 'message')
  return own === getter ? getter : (own ?? inheritedProperty(error, 'message') ?? '')
}

/** In newer engines the stack of a native error is an accessor of the engine's, which is no user code. */
function stackOf(error: object): unknown {
  // The engine writes a stack when it is first read, and asks the error for its name and message then.
  if (ownProperty(error, 'message') === getter || ownProperty(error, 'name') === getter) return getter
  const own = ownProperty(error, 'stack')
  if (own !== getter || !types.isNativeError(error)) return own
  const native = Object.getOwnPropertyDescriptor(new Error('probe'), 'stack')?.get
  const mine = Object.getOwnPropertyDescriptor(error, 'stack')?.get
  return native && native === mine ? Reflect.apply(native, error, []) : getter
}

function isDomException(error: object): boolean {
  return typeof DOMException === 'function' && error instanceof DOMException
}
