/** One block of what a tool gives, as MCP knows it. */
export type McpContent =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType?: string }
  | { type: 'resource'; resource: { uri: string; mimeType?: string; blob: string } }

/** What a `tools/call` is answered with. */
export interface McpCallToolResult {
  content: McpContent[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
  _meta?: Record<string, unknown>
  [key: string]: unknown
}

/** A question that stands in the place of a result, from protocol 2026-07-28 on. */
export interface McpInputRequired {
  resultType: 'input_required'
  inputRequests: Record<string, { method: 'elicitation/create'; params: Record<string, unknown> }>
  requestState: string
  [key: string]: unknown
}
