import type { Resource } from '@opentelemetry/resources'
import type { Redactor } from '../observe/redact/redactor.js'
import { redactAttributes } from './redact-attributes.js'

/**
 * Creates a function that returns a resource without secrets: detectors put the process's arguments there.
 *
 * It returns the same copy for the same resource, because serializers group by identity.
 */
export function createResourceRedactor(redactor: Redactor): (resource: Resource) => Resource {
  const copies = new WeakMap<Resource, Resource>()
  return resource => {
    if (resource.asyncAttributesPending) return copyOf(resource, redactor)
    const copy = copies.get(resource) ?? copyOf(resource, redactor)
    copies.set(resource, copy)
    return copy
  }
}

function copyOf(resource: Resource, redactor: Redactor): Resource {
  const attributes = redactAttributes(resource.attributes, redactor)
  return {
    attributes,
    schemaUrl: resource.schemaUrl,
    asyncAttributesPending: false,
    merge: other => resource.merge(other),
    getRawAttributes: () => Object.entries(attributes),
  }
}
