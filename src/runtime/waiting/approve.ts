import type { Kernel } from '../kernel.js'
import { type ToolResult, toStarted } from '../result.js'
import { validate } from '../validate.js'
import { checkUnchanged } from './check-unchanged.js'
import { type DecisionOptions, decideAndTake, prepareDecision } from './decide.js'
import { type GoOnOptions, goOn } from './go-on.js'

/** Options of `runtime.approve`. */
export interface ApproveOptions extends DecisionOptions, GoOnOptions {
  /** Runs the call with this input instead; it is validated, and recorded as a modification. */
  input?: unknown
  /** Whether to wait for the call to end. With `false` the answer comes once the decision is durable. Default true. */
  wait?: boolean
  /** Lets the call run although the tool's schemas are not those it was called with. Default false. */
  allowChanged?: boolean
}

/** Approves a call that waits, and runs it with the input the server saw. */
export async function approve(
  kernel: Kernel,
  tenant: string | undefined,
  ticket: string,
  options: ApproveOptions,
): Promise<ToolResult> {
  const { by, reason, presented, input, wait = true, allowChanged, ...goOnOptions } = options
  const edited = input !== undefined
  const asked = { by, reason, presented, input, decision: edited ? 'modified' : 'approved' } as const
  const { stored, decision } = await prepareDecision(kernel, ticket, asked, tenant)
  checkUnchanged(kernel, stored, allowChanged)
  // An edit that does not fit decides nothing: the call ends `input_invalid`, and its ticket can be used again.
  if (edited && !(await fits(kernel, stored.toolName, input))) {
    return goOn(kernel, { stored, decision }, goOnOptions, input).ended
  }
  const taken = await decideAndTake(kernel, stored, decision, input)
  const { call, ended } = goOn(kernel, { stored: taken, decision }, goOnOptions)
  return wait ? ended : toStarted(call)
}

async function fits({ tools }: Kernel, toolName: string, input: unknown): Promise<boolean> {
  const schema = tools.get(toolName)?.inputSchema
  return !schema || !(await validate(schema, input)).issues
}
