import { digestOf } from '../observe/digest.js'
import type { Kernel } from './kernel.js'
import type { AnyToolDefinition } from './tool.js'

const made = new WeakMap<Kernel, WeakMap<AnyToolDefinition, string>>()

/**
 * Returns the digest of the policies that hold for a tool: what the redactor takes out, how payloads are transformed,
 * when a person is asked. A function counts as its source text. Worked out once for a tool.
 */
export function policyDigest(kernel: Kernel, tool: AnyToolDefinition): string {
  const ofKernel = made.get(kernel) ?? new WeakMap<AnyToolDefinition, string>()
  made.set(kernel, ofKernel)
  const digest = ofKernel.get(tool) ?? digestPolicies(kernel, tool)
  ofKernel.set(tool, digest)
  return digest
}

function digestPolicies(kernel: Kernel, tool: AnyToolDefinition): string {
  return digestOf({
    redactor: kernel.redactor.policyDigest ?? null,
    transform: [tool.transform ?? null, kernel.transform ?? null],
    requireApproval: [tool.requireApproval ?? false, kernel.requireApproval],
    sensitive: tool.sensitive ?? null,
    capture: tool.capture ?? null,
  })
}
