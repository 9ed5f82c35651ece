/** A tool call in a UI message, as far as the states of it have in common. */
export interface UiToolPart {
  type: string
  /** Of a dynamic tool. */
  toolName?: string
  toolCallId: string
  state: string
  input?: unknown
  rawInput?: unknown
  output?: unknown
  errorText?: string
  providerExecuted?: boolean
  preliminary?: boolean
  approval?: { id: string; approved?: boolean; reason?: string; [field: string]: unknown }
}

/** Returns a part of a UI message as a tool call with the name of its tool, if it is one. */
export function toolPartOf(part: object): { part: UiToolPart; toolName: string } | undefined {
  const { type, toolName, toolCallId } = part as Partial<UiToolPart>
  if (typeof type !== 'string' || typeof toolCallId !== 'string') return undefined
  const name = type === 'dynamic-tool' ? toolName : type.startsWith('tool-') ? type.slice(5) : undefined
  return typeof name === 'string' ? { part: part as UiToolPart, toolName: name } : undefined
}
