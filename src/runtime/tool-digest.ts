import { digestOf } from '../observe/digest.js'
import { type ToolSchema, toJsonSchema } from './schema.js'
import type { AnyToolDefinition } from './tool.js'

const made = new WeakMap<AnyToolDefinition, string>()

/** Returns the digest of what a tool takes: a call that waits may go on only with a tool of the same one. */
export function toolDigest(tool: AnyToolDefinition): string {
  const { id, inputSchema, resumeSchema } = tool
  const digest = made.get(tool) ?? digestOf([id, jsonOf(inputSchema), jsonOf(resumeSchema)])
  made.set(tool, digest)
  return digest
}

function jsonOf(schema: ToolSchema | undefined): unknown {
  const json = schema && toJsonSchema(schema, 'input')
  return json && 'schema' in json ? json.schema : null
}
