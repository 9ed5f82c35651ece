import type { Kernel } from '../../runtime/kernel.js'
import type { AnyToolDefinition } from '../../runtime/tool.js'
import type { AiDoor } from './ai-door.js'
import type { AiExecutionOptions } from './execution-options.js'
import { RecentMap } from './recent-map.js'
import { callNow } from './run-tool.js'

/** Records a call that runs at the client: its span stays open for what comes of it. */
export async function dispatch(
  door: AiDoor,
  tool: AnyToolDefinition,
  input: unknown,
  options: AiExecutionOptions,
): Promise<void> {
  const { toolCallId } = options
  const held = door.held.take(tool, toolCallId)
  held?.give(input)
  const result = await (held?.run(options.abortSignal) ?? callNow(door, tool, input, options))
  await door.history.keep(toolCallId, { toolName: tool.id, input })
  if (result.outcome === 'dispatched') {
    openCalls(door.binding.kernel).set(door.history.keyOf(toolCallId), result.settle)
  }
}

/** Closes the span of a call that ran at the client, with what came of it. */
export function settleClientCall({ binding, history }: AiDoor, toolCallId: string, output: unknown): void {
  const open = openCalls(binding.kernel)
  const key = history.keyOf(toolCallId)
  open.get(key)?.(output)
  open.delete(key)
}

type Settle = (output: unknown) => void

const openOf = new WeakMap<Kernel, Map<string, Settle>>()

/** The calls at clients, until these send what came of them, which is another request. */
function openCalls(kernel: Kernel): Map<string, Settle> {
  // The deadline of one that falls out closes it.
  const open = openOf.get(kernel) ?? new RecentMap<string, Settle>()
  openOf.set(kernel, open)
  return open
}
