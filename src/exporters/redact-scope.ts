import type { InstrumentationScope } from '@opentelemetry/core'
import type { Redactor } from '../observe/redact/redactor.js'
import { redactAttributes, redactLine } from './redact-attributes.js'

/**
 * Creates a function that returns an instrumentation scope without secrets. It returns the same copy for the same scope,
 * as there are few.
 */
export function createScopeRedactor(
  redactor: Redactor,
): (scope: InstrumentationScope) => InstrumentationScope {
  const copies = new WeakMap<InstrumentationScope, InstrumentationScope>()
  return scope => {
    const copy = copies.get(scope) ?? copyOf(scope, redactor)
    copies.set(scope, copy)
    return copy
  }
}

function copyOf(scope: InstrumentationScope, redactor: Redactor): InstrumentationScope {
  const { name, version, attributes } = scope as InstrumentationScope & {
    attributes?: Record<string, string>
  }
  return {
    ...scope,
    name: redactLine(name, redactor),
    ...(version !== undefined && { version: redactLine(version, redactor) }),
    ...(attributes && { attributes: redactAttributes(attributes, redactor) }),
  }
}
