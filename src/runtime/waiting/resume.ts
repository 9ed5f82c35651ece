import type { Kernel } from '../kernel.js'
import type { ToolResult } from '../result.js'
import { validate } from '../validate.js'
import { checkUnchanged } from './check-unchanged.js'
import { type GoOnOptions, goOn } from './go-on.js'
import { take } from './take.js'
import { usableTicket } from './usable-ticket.js'

/** Options of `runtime.resume`. */
export interface ResumeOptions extends GoOnOptions {
  /** Lets the call go on although the tool's schemas are not those it was called with. Default false. */
  allowChanged?: boolean
}

/** Resumes a suspended call: its tool runs again, with the data given and what it was suspended with. */
export async function resume(
  kernel: Kernel,
  tenant: string | undefined,
  ticket: string,
  resumeData: unknown,
  { allowChanged, ...options }: ResumeOptions = {},
): Promise<ToolResult> {
  const stored = await usableTicket(kernel, ticket, 'suspend', tenant)
  checkUnchanged(kernel, stored, allowChanged)
  const schema = kernel.tools.get(stored.toolName)?.resumeSchema
  // Data that does not fit takes nothing: the call ends `resume_invalid`, and its ticket can be used again.
  const fits = !schema || !(await validate(schema, resumeData)).issues
  const taken = fits ? await take(kernel, stored) : stored
  return goOn(kernel, { stored: taken, resumeData }, options).ended
}
