import type { Kernel } from './kernel.js'
import type { AnyToolDefinition, ApprovalPolicy } from './tool.js'

/** Returns the policies that may ask a person before a tool runs: the runtime's, then the tool's. */
export function approvalPolicies(tool: AnyToolDefinition, kernel: Kernel): readonly ApprovalPolicy[] {
  return [kernel.requireApproval, tool.requireApproval ?? false].filter(policy => policy !== false)
}
