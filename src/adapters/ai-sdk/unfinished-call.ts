import type { JsonValue } from '../../observe/redact/redactor.js'
import type { ToolResult } from '../../runtime/result.js'

/** What a tool gives the AI SDK for a call that goes on later: once a person has answered, or in the background. */
export class UnfinishedCall {
  readonly outcome: 'suspended' | 'dispatched'
  /** What `runtime.resume` is given, for a suspended call. */
  readonly ticket?: string
  readonly taskId?: string
  /** What a suspended call asks, as a person may see it. */
  readonly question?: JsonValue

  constructor(result: ToolResult & { outcome: 'suspended' | 'dispatched' }, question?: JsonValue) {
    this.outcome = result.outcome
    if (result.outcome === 'suspended') this.ticket = result.ticket
    else if (result.taskId) this.taskId = result.taskId
    if (question !== undefined) this.question = question
  }

  /** Says to the model what has come of its call so far. */
  describe(toolName: string): string {
    if (this.outcome === 'dispatched')
      return `${toolName} was started and goes on in the background; its result comes later.`
    return `${toolName} waits for a person's answer before it goes on. It asks: ${JSON.stringify(this.question ?? null)}`
  }
}
