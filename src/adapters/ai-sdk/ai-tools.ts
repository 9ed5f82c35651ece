import { bindingOf } from '../../runtime/binding.js'
import { definitionOf } from '../../runtime/create-tool.js'
import type { Runtime, ToolSet } from '../../runtime/runtime.js'
import type { Tool, ToolInputOf, ToolOutputOf } from '../../runtime/tool.js'
import type { AiDoor } from './ai-door.js'
import { type AiTool, aiTool, asksPeople } from './ai-tool.js'
import { needsApproval } from './approval.js'
import { CallHistory, type CallMemory } from './call-history.js'
import type { AiExecutionOptions } from './execution-options.js'
import { HeldCalls } from './held-calls.js'
import { RecentMap } from './recent-map.js'
import { type RepairToolCall, recordBrokenCall } from './record-broken-call.js'
import { type AiModelMessage, type AiUiMessage, toModelMessages } from './to-model-messages.js'
import { toUIStream, type UiStreamOf, type UiStreamSource } from './to-ui-stream.js'

/** Options of `aiTools`. */
export interface AiToolsOptions {
  /**
   * Where calls are remembered between turns, for `toModelMessages`. Default: the 1 000 most recent calls of the runtime,
   * in this process. Where several processes serve one conversation, or it outlives them, give a store of your own.
   */
  memory?: CallMemory
}

type ToolsOf<TRuntime extends { tools: readonly unknown[] }> = TRuntime['tools'][number]

/** The tools of a runtime by their ids, as the AI SDK takes them. */
export type AiToolSet<TRuntime extends { tools: readonly unknown[] }> = {
  [T in ToolsOf<TRuntime> as T extends { id: infer TId extends string } ? TId : never]: AiTool<
    ToolInputOf<T>,
    Something<ToolOutputOf<T>>
  >
}

/** The SDK takes a tool that never gives anything for one without `execute`. */
type Something<T> = [T] extends [never] ? unknown : T

/** Says whether a person must approve a call: the form of the AI SDK 7. */
export type AiToolApproval = (
  input: unknown,
  options: AiExecutionOptions,
) => Promise<'user-approval' | 'not-applicable'>

/** What `aiTools` makes of a runtime. */
export interface AiTools<TRuntime extends { tools: readonly unknown[] }> {
  /** For `generateText`, `streamText` and agents. */
  tools: AiToolSet<TRuntime>
  /** For the AI SDK 7, as `toolApproval`. The tools say the same by themselves, which version 6 asks. */
  toolApproval?: Partial<Record<keyof AiToolSet<TRuntime>, AiToolApproval>>
  /**
   * For `repairToolCall` (`experimental_repairToolCall` in version 6): records calls that the SDK refuses by itself, of
   * unknown tools and of input that is no JSON. It repairs nothing.
   */
  repairToolCall: RepairToolCall
  /**
   * Makes model messages of what a client sent back. Inputs and outputs are those that the server saw, by tool call id;
   * of those it no longer knows the model is told so. A call that the user denied is denied.
   */
  toModelMessages(uiMessages: readonly AiUiMessage[]): Promise<AiModelMessage[]>
  /** Returns the UI message stream of a result with what people may see of every tool call, in place of what there is. */
  toUIStream<TSource extends UiStreamSource>(
    result: TSource,
    options?: Parameters<TSource['toUIMessageStream']>[0],
  ): UiStreamOf<TSource>
}

/**
 * Makes the tools of a runtime, or of a scope of one, into tools of the AI SDK (version 6 or 7).
 *
 * Each call goes through the runtime's pipeline: one `execute_tool` span, its hooks, approval, redaction and transcript.
 * Made for each request where each has its own scope; all of one runtime share what they remember.
 *
 * @throws {DefinitionError} When `runtime` is none, or the input of a tool has no JSON Schema form.
 *
 * @example
 * const ai = aiTools(runtime.scope({ conversationId }))
 * const result = streamText({ model, tools: ai.tools, messages: await ai.toModelMessages(uiMessages) })
 * return createUIMessageStreamResponse({ stream: ai.toUIStream(result) })
 */
export function aiTools<TTools extends ToolSet>(
  runtime: Runtime<TTools>,
  { memory }: AiToolsOptions = {},
): AiTools<Runtime<TTools>> {
  const binding = bindingOf(runtime)
  const door: AiDoor = {
    // Which tools there are is known to the caller's compiler alone.
    runtime: runtime as unknown as Runtime,
    binding,
    held: new HeldCalls(binding),
    history: new CallHistory(binding, memory),
    results: new RecentMap(),
    version: 7,
  }
  const all = door.runtime.tools
  const approval = toolApprovalOf(door, all)
  const made: AiTools<Runtime> = {
    tools: Object.fromEntries(all.map(tool => [tool.id, aiTool(door, tool)])),
    ...(approval && { toolApproval: approval }),
    repairToolCall: broken => recordBrokenCall(door, broken),
    toModelMessages: uiMessages => toModelMessages(door, uiMessages),
    toUIStream: (result, options) => toUIStream(door, result, options),
  }
  return made as unknown as AiTools<Runtime<TTools>>
}

function toolApprovalOf(door: AiDoor, tools: readonly Tool[]): Record<string, AiToolApproval> | undefined {
  const asking = tools.map(definitionOf).filter(tool => asksPeople(door, tool))
  if (asking.length === 0) return undefined
  return Object.fromEntries(
    asking.map(tool => [
      tool.id,
      async (input: unknown, options: AiExecutionOptions) =>
        (await needsApproval(door, tool, input, options)) ? 'user-approval' : 'not-applicable',
    ]),
  )
}
