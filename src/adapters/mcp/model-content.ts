import type { ModelContentPart, ModelOutput } from '../../runtime/model-content.js'
import { jsonText } from '../json-text.js'
import type { McpCallToolResult, McpContent } from './call-tool-result.js'

/** Turns what `toModelOutput` made of an output into what MCP sends. */
export function shapedResult(shaped: unknown): McpCallToolResult {
  if (!isModelOutput(shaped)) return plainResult(shaped)
  switch (shaped.type) {
    case 'text':
      return { content: [text(String(shaped.value))] }
    case 'json':
      return plainResult(shaped.value)
    case 'content':
      return { content: shaped.value.map(blockOf) }
  }
}

/** Turns an output into what MCP sends: its text, and an object as structured content too. */
export function plainResult(output: unknown): McpCallToolResult {
  if (typeof output === 'string') return { content: [text(output)] }
  const json = jsonText(output)
  if (json === undefined) return { content: [] }
  const content = [text(json)]
  // What JSON makes of the output, and not the output itself: a transport within a process hands on what it is given.
  return json.startsWith('{') ? { content, structuredContent: JSON.parse(json) } : { content }
}

function isModelOutput(value: unknown): value is ModelOutput {
  if (value === null || typeof value !== 'object' || !('type' in value) || !('value' in value)) return false
  return (
    value.type === 'text' || value.type === 'json' || (value.type === 'content' && Array.isArray(value.value))
  )
}

function blockOf(part: ModelContentPart): McpContent {
  switch (part.type) {
    case 'text':
      return text(String(part.text))
    case 'image-url':
    case 'file-url':
      return { type: 'resource_link', uri: part.url, name: nameIn(part.url) }
    case 'image-data':
    case 'file-data':
      return dataBlock(part)
    case 'custom':
      // A block of MCP's own goes as it is.
      if (isBlock(part['mcp'])) return part['mcp']
      return text(jsonText(part) ?? '')
    default:
      // Ids mean something to one provider only.
      return text(jsonText(part) ?? '')
  }
}

function isBlock(value: unknown): value is McpContent {
  return value !== null && typeof value === 'object' && 'type' in value && typeof value.type === 'string'
}

function dataBlock(part: { data: string; mediaType: string; filename?: string }): McpContent {
  const { data, mediaType: mimeType, filename = 'data' } = part
  const kind = mimeType.split('/')[0]
  if (kind === 'image' || kind === 'audio') return { type: kind, data, mimeType }
  return {
    type: 'resource',
    resource: { uri: `file:///${encodeURIComponent(filename)}`, mimeType, blob: data },
  }
}

function nameIn(url: string): string {
  const last = URL.canParse(url) ? new URL(url).pathname.split('/').pop() : undefined
  return last || url
}

function text(value: string): McpContent {
  return { type: 'text', text: value }
}
