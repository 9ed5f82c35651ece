/** Stands for a property with a getter, which is not called. */
export const getter: unique symbol = Symbol('getter')

/** Returns what an own data property holds, `getter` for one with a getter, and `undefined` for none. */
export function ownProperty(source: object, key: PropertyKey): unknown {
  const property = Object.getOwnPropertyDescriptor(source, key)
  if (!property) return undefined
  return 'value' in property ? property.value : getter
}

/** Returns a data property of an object or of its prototypes, without calling a getter. */
export function inheritedProperty(source: object, key: PropertyKey): unknown {
  let from: object | null = source
  for (let depth = 0; from && depth < 100; depth++) {
    const property = Object.getOwnPropertyDescriptor(from, key)
    if (property) return 'value' in property ? property.value : undefined
    from = Object.getPrototypeOf(from)
  }
  return undefined
}

/** Sets a field of a result; `__proto__` becomes a field like any other. */
export function setField(target: object, key: string, value: unknown): void {
  if (key !== '__proto__') (target as Record<string, unknown>)[key] = value
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
}
