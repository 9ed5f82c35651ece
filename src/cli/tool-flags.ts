import type { Tool } from '../runtime/tool.js'

/** Tells in a few words what is special about running a tool. */
export function toolFlags(tool: Tool, runsElsewhere: boolean): string[] {
  const { requireApproval, background, mcp, retry } = tool
  return [
    ...(requireApproval
      ? [typeof requireApproval === 'function' ? 'may need approval' : 'needs approval']
      : []),
    ...(background?.enabled ? ['background'] : []),
    ...(runsElsewhere ? ['runs elsewhere'] : []),
    ...(retry ? [`up to ${retry.maxAttempts} attempts`] : []),
    ...(mcp?.annotations?.readOnlyHint ? ['read-only'] : []),
    ...(mcp?.annotations?.destructiveHint ? ['destructive'] : []),
  ]
}
