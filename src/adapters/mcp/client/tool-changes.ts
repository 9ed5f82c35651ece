import { digestOf } from '../../../observe/digest.js'
import { recordOf } from '../../../observe/redact/json-schema-parts.js'

/** A tool of a server as it is listed. */
export interface ListedTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema?: unknown
  readonly outputSchema?: unknown
}

/** Where it is remembered how tools were first seen; a `Map` is one. */
export interface SeenTools {
  get(tool: string): string | undefined
  set(tool: string, seen: string): unknown
}

const WATCHED = ['description', 'inputSchema', 'outputSchema', 'annotations'] as const

/** A part of a tool that a model, a person or a policy goes by. */
export type ToolPart = (typeof WATCHED)[number]

/**
 * Returns which parts of a tool are not as they were first seen. The first sight is remembered, and stays what later ones
 * are compared with.
 */
export function changedParts(key: string, tool: ListedTool, seen: SeenTools): ToolPart[] {
  const now = Object.fromEntries(WATCHED.map(part => [part, digestOf(recordOf(tool)[part] ?? null)]))
  const known = seen.get(key)
  if (known === undefined) {
    seen.set(key, JSON.stringify(now))
    return []
  }
  const first = recordOf(JSON.parse(known))
  return WATCHED.filter(part => first[part] !== now[part])
}
