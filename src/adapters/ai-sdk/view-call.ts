import type { JsonValue } from '../../observe/redact/redactor.js'
import type { TransformPhase } from '../../observe/transform.js'
import { Call } from '../../runtime/call-state.js'
import type { Kernel } from '../../runtime/kernel.js'
import { show } from '../../runtime/show.js'
import type { AnyToolDefinition } from '../../runtime/tool.js'
import { validate } from '../../runtime/validate.js'
import type { AiDoor } from './ai-door.js'

const unseen = new WeakMap<Kernel, Kernel>()

/** The kernel of calls that are only looked at: their transforms are measured, and nothing else is told of them. */
function withoutTraces(kernel: Kernel): Kernel {
  const known = unseen.get(kernel)
  if (known) return known
  const { signals } = kernel
  const instruments = () => ({ ...signals.instruments(), recording: false })
  const made: Kernel = { ...kernel, signals: { ...signals, tracing: () => false, instruments } }
  unseen.set(kernel, made)
  return made
}

/** Returns a call that never runs, to show payloads of one that the AI SDK tells of in its own stream. */
export async function viewCall(
  { binding: { kernel, defaults } }: AiDoor,
  tool: AnyToolDefinition,
  toolCallId: string,
  input?: unknown,
): Promise<Call> {
  const named = { tool, toolName: tool.id, input, options: { toolCallId } }
  const call = new Call({ kernel: withoutTraces(kernel), defaults, ...named, hasResult: false })
  if (input !== undefined) await readInput(call)
  return call
}

/** What does not fit its schema is shown with more care: nothing says where what is sensitive stands. */
export async function readInput(call: Call): Promise<void> {
  const schema = call.tool.inputSchema
  if (!schema) return
  const validated = await validate(schema, call.rawInput)
  call.inputFits = !validated.issues
  if (!validated.issues) call.input = validated.value
}

/** Returns a payload as people may see it; `null` where nothing may be shown of it. */
export async function shownIn(call: Call, phase: TransformPhase, payload: unknown): Promise<JsonValue> {
  const shown = await show(call, 'display', phase, payload)
  return 'payload' in shown ? shown.payload : null
}
