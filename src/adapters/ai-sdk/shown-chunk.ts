/** One chunk of a UI message stream; other fields than these pass as they are. */
export interface ShownChunk {
  type: string
  toolCallId?: string
  toolName?: string
  inputTextDelta?: string
  input?: unknown
  inputSchemaInput?: unknown
  output?: unknown
  preliminary?: boolean
  errorText?: string
}

/** A chunk about one call of a tool. */
export type ToolChunk = ShownChunk & { toolCallId: string }
