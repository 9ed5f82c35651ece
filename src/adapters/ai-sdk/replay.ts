interface Part {
  type?: unknown
  toolCallId?: unknown
}

/**
 * Tells whether the AI SDK runs a call that stands in the messages already, because they end with a person's answer to an
 * approval request. Its input then comes from those messages, and whoever sent them may have changed it.
 */
export function isReplay(messages: readonly unknown[], toolCallId: string): boolean {
  if (!Array.isArray(messages)) return false
  const answers = partsOf(messages.at(-1), 'tool').some(part => part.type === 'tool-approval-response')
  return answers && messages.some(message => holdsCall(message, toolCallId))
}

function holdsCall(message: unknown, toolCallId: string): boolean {
  return partsOf(message, 'assistant').some(
    part => part.type === 'tool-call' && part.toolCallId === toolCallId,
  )
}

function partsOf(message: unknown, role: string): readonly Part[] {
  const { role: of, content } = (message ?? {}) as { role?: unknown; content?: unknown }
  return of === role && Array.isArray(content) ? content.filter(part => part !== null) : []
}
