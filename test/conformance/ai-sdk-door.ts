import { randomUUID } from 'node:crypto'
import { type CallOptions, type Tool, ToolCallError } from 'toolspan'
import { aiTools, UnfinishedCall } from 'toolspan/ai-sdk'
import { createTestRuntime } from 'toolspan/testing'
import { scripted } from '../adapters/ai-sdk/support/sdk.js'
import type { Answer } from './answer.js'
import type { Door } from './doors.js'

type Execute = (input: unknown, options: object) => unknown

/**
 * A mock model of the AI SDK calls the tool, through `generateText`. What streams has its own tests: `streamText` does not
 * wait for a call that it cancels.
 */
export const aiSdkDoor: Door = {
  name: 'generateText of the AI SDK',
  hasRuntime: true,
  hasResult: false,
  streams: [],
  cannot: {
    options: 'the SDK hands on a call id, its own messages, a signal and a context; a scope has the rest',
  },
  open(tool, options) {
    const runtime = createTestRuntime({ tools: [tool], capture: 'redacted', metrics: 'all', ...options })
    return {
      ...runtime,
      call: (input, callOptions) => callThroughSdk(runtime, tool, input, callOptions),
      advance: ms => runtime.clock.advance(ms),
      close() {},
    }
  },
}

async function callThroughSdk(
  { runtime }: ReturnType<typeof createTestRuntime<readonly [Tool]>>,
  tool: Tool,
  input: unknown,
  { toolCallId = `call_${randomUUID()}`, abortSignal, requestContext }: CallOptions = {},
): Promise<Answer> {
  const sdk = { version: 6 as const, ai: await import('ai'), mock: await import('ai/test') }
  const { tools } = aiTools(runtime.scope({ ...(requestContext && { requestContext }) }))
  const text = textOf(input)
  const { model } = scripted(sdk, [[{ id: toolCallId, tool: tool.id, input: text ?? '{}' }]])
  const given = text === undefined ? withInput(tools as never, tool.id, input) : tools
  try {
    const { content } = await sdk.ai.generateText({ model, tools: given as never, prompt: 'Go', abortSignal })
    return answerIn(content)
  } catch (thrown) {
    return { outcome: 'cancelled', thrown: { value: thrown }, raw: thrown }
  }
}

function answerIn(content: readonly { type: string; output?: unknown; error?: unknown }[]): Answer {
  for (const part of content) {
    const { type, output, error } = part
    if (type === 'tool-approval-request') return { outcome: 'awaiting_approval', raw: part }
    if (type === 'tool-error') return answerOfError(error)
    if (type !== 'tool-result') continue
    return output instanceof UnfinishedCall
      ? { outcome: output.outcome, raw: output }
      : { outcome: 'ok', output, raw: output }
  }
  // The SDK leaves a tool without `execute` to the client.
  return { outcome: 'dispatched', raw: content }
}

function answerOfError(error: unknown): Answer {
  if (!(error instanceof ToolCallError)) throw error
  const { outcome, message, cause } = error
  return { outcome, message, raw: error, ...(outcome === 'error' && { thrown: { value: cause } }) }
}

/** What JSON cannot say reaches a tool of the SDK where its input was refined on the way. */
function withInput(tools: Record<string, { execute?: Execute }>, id: string, input: unknown) {
  const tool = tools[id]
  const execute: Execute = (_, options) => tool?.execute?.(input, options)
  return { [id]: { ...tool, execute, onInputStart: undefined, onInputAvailable: undefined } }
}

function textOf(input: unknown): string | undefined {
  try {
    const text = JSON.stringify(input)
    return text !== undefined && JSON.stringify(JSON.parse(text)) === text ? text : undefined
  } catch {
    return undefined
  }
}
