import type { ScopeDefaults } from './call-request.js'
import { DefinitionError } from './errors.js'
import type { Kernel } from './kernel.js'

/** What a runtime runs its calls with: the kernel that all its scopes share, and the defaults of one. */
export interface Binding {
  readonly kernel: Kernel
  readonly defaults: ScopeDefaults
}

/** Where a runtime keeps its binding, for adapters. Registered, so that two copies of this package agree on it. */
const BINDING = Symbol.for('toolspan.binding')

/** Puts a binding on a runtime, where nobody comes across it. */
export function bind<T extends object>(runtime: T, binding: Binding): T {
  return Object.defineProperty(runtime, BINDING, { value: binding })
}

/**
 * Returns what a runtime runs its calls with.
 *
 * @throws DefinitionError when the value is no runtime.
 */
export function bindingOf(runtime: object): Binding {
  const binding = (runtime as { [BINDING]?: Binding } | null)?.[BINDING]
  if (binding) return binding
  throw new DefinitionError('this is no runtime; make one with createRuntime()')
}
