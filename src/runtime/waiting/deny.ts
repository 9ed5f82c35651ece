import type { Kernel } from '../kernel.js'
import type { ToolResult } from '../result.js'
import { type DecisionOptions, decideAndTake, prepareDecision } from './decide.js'
import { goOn } from './go-on.js'

/** Denies a call that waits: it ends `denied`, and its tool never runs. */
export async function deny(
  kernel: Kernel,
  tenant: string | undefined,
  ticket: string,
  { by, reason, presented }: DecisionOptions,
): Promise<ToolResult> {
  const asked = { by, reason, presented, decision: 'denied' } as const
  const { stored, decision } = await prepareDecision(kernel, ticket, asked, tenant)
  const taken = await decideAndTake(kernel, stored, decision)
  return goOn(kernel, { stored: taken, decision }).ended
}
