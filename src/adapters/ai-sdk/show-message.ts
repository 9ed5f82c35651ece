import { definitionOf } from '../../runtime/create-tool.js'
import type { AiDoor } from './ai-door.js'
import { errorTextOf } from './error-text.js'
import { shownOutput } from './shown-output.js'
import { toolPartOf, type UiToolPart } from './ui-tool-part.js'
import { shownIn, viewCall } from './view-call.js'

interface MessageLike {
  id?: string
  parts: readonly object[]
}

/** What the AI SDK tells when a UI message is complete, as far as it holds messages. */
interface MessageEvent {
  responseMessage?: MessageLike
  messages?: readonly MessageLike[]
}

/** Options of a UI message stream whose functions are told of the message that was made. */
const TOLD = ['onFinish', 'onEnd', 'onStepFinish', 'onStepEnd'] as const

/** Returns options that tell of messages as people may see them, since what is kept of them goes to a client again. */
export function showingOptions<TOptions>(door: AiDoor, options: TOptions): TOptions {
  if (options === null || typeof options !== 'object') return options
  const given = options as Record<string, unknown>
  const shown: Record<string, unknown> = { ...given }
  for (const name of TOLD) {
    const tell = given[name]
    if (typeof tell === 'function')
      shown[name] = async (event: MessageEvent) => tell(await showEvent(door, event))
  }
  return shown as TOptions
}

async function showEvent(door: AiDoor, event: MessageEvent): Promise<MessageEvent> {
  const { responseMessage, messages } = event
  if (!responseMessage) return event
  const shown = await showMessage(door, responseMessage)
  return {
    ...event,
    responseMessage: shown,
    // The ones before it came from the client.
    ...(messages && { messages: messages.map(one => (one.id === shown.id ? shown : one)) }),
  }
}

async function showMessage(door: AiDoor, message: MessageLike): Promise<MessageLike> {
  return { ...message, parts: await Promise.all(message.parts.map(part => showPart(door, part))) }
}

async function showPart(door: AiDoor, given: object): Promise<object> {
  const found = toolPartOf(given)
  if (!found) return given
  const tool = door.runtime.tools.find(({ id }) => id === found.toolName)
  if (!tool || found.part.providerExecuted) return redacted(door, found.part)
  const definition = definitionOf(tool)
  const { rawInput, ...part } = found.part
  const { toolCallId, input = rawInput } = part
  const remembered = await door.history.find(definition.id, toolCallId)
  const call = await viewCall(door, definition, toolCallId, remembered ? remembered.input : input)
  return {
    ...part,
    // Version 6 keeps an input that could not be used in a field of its own.
    [part.input === undefined && rawInput !== undefined ? 'rawInput' : 'input']:
      part.state === 'input-streaming' ? undefined : await shownIn(call, 'input', call.input),
    ...(part.output !== undefined && { output: await shownOutput(door, call, part) }),
    ...(part.errorText !== undefined && { errorText: await errorTextOf(door, toolCallId) }),
  }
}

/** What the redactor leaves of a call of a tool that is not the runtime's. */
function redacted({ binding: { kernel } }: AiDoor, part: UiToolPart): UiToolPart {
  const { display } = kernel.redactors
  const shown = { ...part }
  for (const field of ['input', 'rawInput', 'output'] as const)
    if (shown[field] !== undefined) shown[field] = display.redact(shown[field])
  if (shown.errorText !== undefined) shown.errorText = display.redactText(shown.errorText)
  return shown
}
