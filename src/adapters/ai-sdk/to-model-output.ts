import { withLimit } from '../../observe/limit.js'
import type { AnyToolDefinition } from '../../runtime/tool.js'
import type { AiDoor } from './ai-door.js'
import { type AiToolResultOutput, aiModelOutput } from './model-output.js'
import { RestoredOutput } from './restored-output.js'
import { UnfinishedCall } from './unfinished-call.js'

/** Returns what the model gets for an output: what its call made of it, where that is known, else what the tool makes. */
export async function toModelOutput(
  door: AiDoor,
  tool: AnyToolDefinition,
  { toolCallId, output }: { toolCallId: string; output: unknown },
): Promise<AiToolResultOutput> {
  if (output instanceof UnfinishedCall) return { type: 'text', value: output.describe(tool.id) }
  if (output instanceof RestoredOutput) return aiModelOutput(output.modelOutput, door.version)
  return aiModelOutput(await shapedBy(door, tool, toolCallId, output), door.version)
}

async function shapedBy(
  { results, binding: { kernel } }: AiDoor,
  { id, toModelOutput }: AnyToolDefinition,
  toolCallId: string,
  output: unknown,
): Promise<unknown> {
  if (!toModelOutput) return output
  const known = results.get(toolCallId)
  if (known?.outcome === 'ok' && Object.is(known.output, output)) return known.modelOutput
  const made = await withLimit(() => toModelOutput(output), kernel.transformTimeoutMs, kernel.clock)
  return made.ok ? made.value : `Tool ${id} ran, but its output could not be shown.`
}
