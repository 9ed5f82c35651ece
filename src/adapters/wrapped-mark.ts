/** Says of a function that its calls go through the pipeline. Registered, so that two copies of this package agree on it. */
const WRAPPED = Symbol.for('toolspan.wrapped')

/** Marks a function whose calls go through the pipeline, so that nothing wraps it again. */
export function markWrapped<T extends object>(fn: T): T {
  return Object.defineProperty(fn, WRAPPED, { value: true })
}

/** Tells whether the calls of a function go through the pipeline already. */
export function isWrapped(fn: unknown): boolean {
  return typeof fn === 'function' && WRAPPED in fn
}
