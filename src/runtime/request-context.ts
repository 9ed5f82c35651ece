/** What a RequestContext can be made of. */
export type RequestContextInit =
  | RequestContext
  | RequestValues
  | ReadonlyMap<string, unknown>
  | Readonly<Record<string, unknown>>

/** Anything that holds values by name as a Map does, such as another framework's request context. */
export interface RequestValues {
  get(key: string): unknown
  set(key: string, value: unknown): unknown
  has(key: string): boolean
  entries(): Iterable<[string, unknown]>
}

/** Shared state and dependencies of the calls that belong to one request. */
export class RequestContext<T extends Record<string, unknown> = Record<string, unknown>> {
  readonly #values: RequestValues
  // Validated values of one tool, seen before the shared ones; a write goes to the shared ones.
  readonly #validated: Map<string, unknown> | undefined

  constructor(values?: RequestContextInit, validated?: Readonly<Record<string, unknown>>) {
    this.#values = valuesOf(values)
    this.#validated = validated && new Map(Object.entries(validated))
  }

  /** Returns the context given, or a new one around a Map or a plain object. */
  static from(given?: RequestContextInit): RequestContext {
    return given instanceof RequestContext ? given : new RequestContext(given)
  }

  /** Returns a view that shows the validated values of a schema and shares everything else. */
  withValidated(validated: Readonly<Record<string, unknown>>): RequestContext {
    return new RequestContext(this, validated)
  }

  get<K extends keyof T & string>(key: K): T[K] {
    return (this.#validated?.has(key) ? this.#validated.get(key) : this.#values.get(key)) as T[K]
  }

  set<K extends keyof T & string>(key: K, value: T[K]): void {
    this.#validated?.delete(key)
    this.#values.set(key, value)
  }

  has(key: string): boolean {
    return this.#validated?.has(key) || this.#values.has(key)
  }

  entries(): IterableIterator<[string, unknown]> {
    return new Map([...this.#values.entries(), ...(this.#validated ?? [])]).entries()
  }

  toJSON(): Record<string, unknown> {
    return Object.fromEntries(this.entries())
  }

  /** The live map of a context, so that a view writes to what its caller reads. */
  static valuesOf(context: RequestContext): RequestValues {
    return context.#values
  }
}

function valuesOf(given: RequestContextInit | undefined): RequestValues {
  if (given instanceof RequestContext) return RequestContext.valuesOf(given)
  return holdsValues(given) ? given : new Map(Object.entries(given ?? {}))
}

function holdsValues(given: unknown): given is RequestValues {
  const methods = ['get', 'set', 'has', 'entries'] as const
  const candidate = given as Partial<RequestValues> | undefined
  return methods.every(method => typeof candidate?.[method] === 'function')
}
