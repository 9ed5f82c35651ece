import { digestOf } from '../observe/digest.js'
import { toJsonSchema } from './schema.js'
import type { AnyToolDefinition } from './tool.js'

const made = new WeakMap<AnyToolDefinition, string>()

/** Returns the digest of what a tool takes: a call that waits may go on only with a tool of the same one. */
export function toolDigest(tool: AnyToolDefinition): string {
  const digest = made.get(tool) ?? digestOf([tool.id, ...['inputSchema', 'resumeSchema'].map(schemaOf)])
  made.set(tool, digest)
  return digest

  function schemaOf(field: string): unknown {
    const schema = field === 'inputSchema' ? tool.inputSchema : tool.resumeSchema
    const json = schema && toJsonSchema(schema, 'input')
    return json && 'schema' in json ? json.schema : null
  }
}
