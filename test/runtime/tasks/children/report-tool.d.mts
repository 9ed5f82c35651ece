import type { BackgroundOptions, Tool, ToolExecutionContext } from 'toolspan'

/** A tool whose first attempts fail, or take their time, as their number says. */
export function reportTool(ran: (context: ToolExecutionContext) => void): Tool<'report', { n: number }>

/** A runtime that is quick to find that another process is gone. */
export const shortOfTime: BackgroundOptions
