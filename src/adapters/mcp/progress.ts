import { randomUUID } from 'node:crypto'
import type { Redactor } from '../../observe/redact/redactor.js'
import type { EventSubscription, ToolEvent } from '../../runtime/events.js'
import type { Runtime } from '../../runtime/runtime.js'
import { jsonText } from '../json-text.js'
import type { McpRequest } from './mcp-request.js'

/** Tells a client how far its call is. */
export interface Progress {
  /** Tells it in numbers of the tool's own. */
  report(progress: number, total?: number, message?: string): Promise<void>
  /** Id of the call whose output is told as it comes. */
  readonly toolCallId: string
  /** Waits until all that was put out has been told, and tells nothing more. */
  end(): Promise<void>
}

/** Starts telling a client of a call; nothing where it did not ask to be told. */
export function startProgress(
  request: McpRequest,
  runtime: Runtime,
  redactor: Redactor,
): Progress | undefined {
  const progressToken = request.extra._meta?.['progressToken']
  if (progressToken === undefined) return undefined
  const toolCallId = `call_${randomUUID()}`
  const output = runtime.events({ toolCallId, types: ['tool-output'] })
  let last = Number.NEGATIVE_INFINITY
  let ended = false

  // The protocol wants each number to be greater than the one before.
  async function report(progress: number, total?: number, message?: string): Promise<void> {
    if (ended || !(progress > last)) return
    last = progress
    const said = message === undefined ? undefined : redactor.redactText(message)
    await request.notify('notifications/progress', { progressToken, progress, total, message: said })
  }

  const telling = tellAll(output, message => report(Math.max(last, 0) + 1, undefined, message))
  return {
    toolCallId,
    report,
    async end() {
      output.close()
      await telling
      ended = true
    },
  }
}

/** Each piece of output is a step: what a person may see of it is the message. */
async function tellAll(output: EventSubscription, step: (message: string) => Promise<void>): Promise<void> {
  for await (const event of output) await step(messageOf(event)).catch(() => {})
}

function messageOf({ payload }: ToolEvent): string {
  const { output } = payload
  return typeof output === 'string' ? output : (jsonText(output) ?? '')
}
