import type { UIMessage } from 'ai'
import type { aiTools } from 'toolspan/ai-sdk'
import type { Sdk, scripted } from './sdk.js'

type Ai = Pick<ReturnType<typeof aiTools>, 'toModelMessages' | 'toUIStream'> & {
  tools: Parameters<Sdk['ai']['streamText']>[0]['tools']
}

/**
 * Lets a model answer, as a chat route of a server does, and returns what its client has then: the bytes it was sent, and
 * the messages it made of them.
 */
export async function answer(
  { ai }: Sdk,
  { model }: ReturnType<typeof scripted>,
  tools: Ai,
  messages: UIMessage[],
): Promise<{ bytes: string; messages: UIMessage[]; kept: UIMessage[] }> {
  let kept: UIMessage[] = []
  const result = ai.streamText({
    model,
    tools: tools.tools,
    messages: await tools.toModelMessages(messages),
    stopWhen: ai.stepCountIs(3),
  })
  const stream = tools.toUIStream(result, {
    originalMessages: messages,
    generateMessageId: () => 'answer',
    onFinish: event => {
      kept = event.messages
    },
  })
  const [wire, own] = stream.tee()
  const response = ai.createUIMessageStreamResponse({ stream: wire })
  const last = messages.at(-1)
  const begun = last?.role === 'assistant' ? structuredClone(last) : undefined
  let message: UIMessage | undefined
  for await (const state of ai.readUIMessageStream({ message: begun, stream: own })) message = state
  const bytes = await response.text()
  const before = begun ? messages.slice(0, -1) : messages
  // What a client has went over the wire.
  return { bytes, kept, messages: message ? [...before, overTheWire(message)] : messages }
}

export function userSays(text: string): UIMessage {
  return { id: 'question', role: 'user', parts: [{ type: 'text', text }] }
}

function overTheWire<T>(value: T): T {
  return JSON.parse(JSON.stringify(value))
}

interface ToolPart {
  type: string
  state: string
  toolCallId: string
  input?: unknown
  output?: unknown
  errorText?: string
  approval?: { id: string; approved?: boolean; reason?: string }
}

/** Returns the tool calls of messages, to look at and to change. */
export function toolParts(messages: readonly UIMessage[]): ToolPart[] {
  return messages.flatMap(message =>
    message.parts.flatMap(part => ('toolCallId' in part ? [part as unknown as ToolPart] : [])),
  )
}

/** Answers the approval requests in messages as a client does. */
export function decide(
  messages: readonly UIMessage[],
  approved: boolean,
  change: (part: ToolPart) => void = () => {},
): UIMessage[] {
  const copy = overTheWire([...messages])
  for (const part of toolParts(copy)) {
    if (part.state !== 'approval-requested' || !part.approval) continue
    part.state = 'approval-responded'
    part.approval = { id: part.approval.id, approved, ...(!approved && { reason: 'not today' }) }
    change(part)
  }
  return copy
}
