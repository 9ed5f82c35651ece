import type { JsonValue } from '../../observe/redact/redactor.js'
import type { ModelContentPart, ModelOutput } from '../../runtime/model-content.js'
import { jsonText } from '../json-text.js'

/** What the AI SDK sends to a model as the result of a tool: as far as versions 6 and 7 agree. */
export type AiToolResultOutput =
  | { type: 'text'; value: string }
  | { type: 'json'; value: JsonValue }
  | { type: 'content'; value: AiContentPart[] }

type ProviderOptions = Record<string, Record<string, JsonValue>>

type AiContentPart =
  | { type: 'text'; text: string }
  | { type: 'image-url'; url: string }
  | { type: 'file-url'; url: string; mediaType: string }
  | { type: 'image-data' | 'file-data'; data: string; mediaType: string; filename?: string }
  | { type: 'custom'; providerOptions?: ProviderOptions }

/** The versions of the AI SDK that say files in different ways; each would complain about the other's. */
export type AiVersion = 6 | 7

/** Turns what a model is to get for an output into what the AI SDK sends. */
export function aiModelOutput(shaped: unknown, version: AiVersion): AiToolResultOutput {
  if (!isModelOutput(shaped)) return plain(shaped)
  switch (shaped.type) {
    case 'text':
      return { type: 'text', value: String(shaped.value) }
    case 'json':
      return { type: 'json', value: jsonOf(shaped.value) }
    case 'content':
      return { type: 'content', value: shaped.value.map(version === 7 ? partFor7 : partFor6) }
  }
}

function plain(output: unknown): AiToolResultOutput {
  return typeof output === 'string'
    ? { type: 'text', value: output }
    : { type: 'json', value: jsonOf(output) }
}

/** What JSON makes of a value, so that a provider can write it whatever it is. */
function jsonOf(value: unknown): JsonValue {
  return JSON.parse(jsonText(value) ?? 'null')
}

function isModelOutput(value: unknown): value is ModelOutput {
  if (value === null || typeof value !== 'object' || !('type' in value) || !('value' in value)) return false
  return (
    value.type === 'text' || value.type === 'json' || (value.type === 'content' && Array.isArray(value.value))
  )
}

/** Parts have the SDK's own names in version 6; it asks for the type of a file that ours may leave open. */
function partFor6(part: ModelContentPart): AiContentPart {
  return part.type === 'file-url'
    ? ({ mediaType: ANY_FILE, ...part } as AiContentPart)
    : (part as AiContentPart)
}

/** In version 7 all files are of one kind, and say where their data is. */
function partFor7(part: ModelContentPart): AiContentPart {
  const data = fileIn(part)
  if (!data) return part as AiContentPart
  const { mediaType, filename } = part as { mediaType?: string; filename?: string }
  const type = mediaType ?? (part.type.startsWith('image') ? 'image' : ANY_FILE)
  // The types of version 6 stand for both; version 7 alone is given this part.
  return { type: 'file', data, mediaType: type, ...(filename && { filename }) } as unknown as AiContentPart
}

const ANY_FILE = 'application/octet-stream'

function fileIn(part: ModelContentPart): object | undefined {
  switch (part.type) {
    case 'image-url':
    case 'file-url':
      return { type: 'url', url: new URL(part.url) }
    case 'image-data':
    case 'file-data':
      return { type: 'data', data: part.data }
    case 'file-id':
    case 'image-file-id':
      // An id without a provider's name is known to the SDK in its older form alone.
      return typeof part.fileId === 'string' ? undefined : { type: 'reference', reference: part.fileId }
    default:
      return undefined
  }
}
