import { EVENT } from '../../observe/names.js'
import { quietly } from '../../observe/quietly.js'
import { announce, announceRest } from '../announce.js'
import { aside } from '../aside.js'
import type { Call } from '../call-state.js'
import { hookArgument, tellHook } from '../hooks.js'
import type { CompleteInput, InputStream } from '../input-stream.js'
import { onAbort } from '../on-abort.js'
import { parseInput } from '../parse-input.js'
import { createPartialJson } from '../partial-json.js'

/**
 * Waits for an input that streams in, and tells hook and watchers of each piece. Deadline and abort end the waiting; the
 * time a model takes to write is not the tool's, and in no duration.
 */
export function receiveInput(call: Call): void | Promise<void> {
  const { stream } = call.request
  if (stream) return aside(call, () => receive(call, stream))
}

async function receive(call: Call, stream: InputStream): Promise<void> {
  const release = onAbort(call.interruption.signal, () => stream.close())
  try {
    announce(call, 'tool-call-input-streaming-start')
    await tellHook(call, 'onInputStart', hookArgument(call, { messages: messagesOf(call) }))
    const text = await receiveText(call, stream)
    const { complete } = stream
    if (complete && !call.interrupted) takeInput(call, complete, text)
  } finally {
    release()
    stream.close()
  }
}

/** Takes each piece, in order; the next waits until the hook was told of the one before. */
async function receiveText(call: Call, stream: InputStream): Promise<string> {
  const pieces: string[] = []
  const tell = call.tool.onInputDelta && (await deltaHook(call))
  for await (const piece of stream.pieces()) {
    pieces.push(piece)
    announce(call, 'tool-call-delta', 'inputDelta', piece)
    await tell?.(piece)
  }
  return pieces.join('')
}

/** Returns what tells the hook of each piece. A hook that has overrun once is told of the others, but not waited for. */
async function deltaHook(call: Call): Promise<(piece: string) => Promise<void>> {
  const partial = await createPartialJson()
  const messages = messagesOf(call)
  let isWaitedFor = true
  return async inputTextDelta => {
    await partial.push(inputTextDelta)
    const { value: partialInput } = partial
    call.partialInput = partialInput
    const argument = hookArgument(call, { inputTextDelta, partialInput, messages })
    const told = tellHook(call, 'onInputDelta', argument)
    if (isWaitedFor) isWaitedFor = await told
  }
}

function takeInput(call: Call, complete: CompleteInput, text: string): void {
  try {
    call.rawInput = complete.by === 'available' ? complete.input : readInput(call, text)
    call.input = call.rawInput
    if (complete.by === 'end') announceRest(call)
  } finally {
    announce(call, 'tool-call-input-streaming-end')
    // The span tells how long the input took to arrive, which is in no duration.
    quietly(() => call.span.addEvent(EVENT.inputReceived))
  }
}

/** No text is a missing input, which may be repaired; any other must be JSON. */
function readInput(call: Call, text: string): unknown {
  return text.trim() === '' ? undefined : parseInput(call, text)
}

function messagesOf({ options }: Call): readonly unknown[] {
  return options.messages ?? []
}
