import { isTool } from '../runtime/create-tool.js'
import type { Runtime } from '../runtime/runtime.js'
import type { Tool } from '../runtime/tool.js'
import { cliError } from './cli-error.js'
import { safeSentence } from './safe-sentence.js'

/** A tool of a module, and the runtime that the module exported it in, if any. */
export interface LoadedTool {
  tool: Tool
  runtime?: Runtime
}

/** Is told the name of an export, or of a field of one, that throws when it is read, and why. */
export type OnUnreadable = (name: string, reason: string) => void

/**
 * Collects the tools among the exports of a module: each export that is a tool, an array or record of tools, or a
 * runtime. What cannot be read is left out. A tool that is exported in several ways counts once, with its runtime.
 *
 * @throws {CliError} When two different tools have one id.
 */
export function collectTools(
  exports: Record<string, unknown>,
  path: string,
  onUnreadable: OnUnreadable = () => {},
): Map<string, LoadedTool> {
  const collected = new Map<string, LoadedTool>()
  const names = Object.keys(exports)
  for (const found of names.flatMap(name => readTools(exports, name, onUnreadable))) {
    const known = collected.get(found.tool.id)
    if (known && known.tool !== found.tool) throw cliError('duplicate_tool', path, found.tool.id)
    collected.set(found.tool.id, { ...known, ...found })
  }
  return collected
}

function readTools(exports: Record<string, unknown>, name: string, onUnreadable: OnUnreadable): LoadedTool[] {
  return readOr([], name, onUnreadable, () => toolsIn(exports[name], name, onUnreadable))
}

function toolsIn(value: unknown, name: string, onUnreadable: OnUnreadable): LoadedTool[] {
  if (isTool(value)) return [{ tool: value }]
  if (isRuntime(value)) return value.tools.map(tool => ({ tool, runtime: value }))
  const inside = valuesOf(value, name, onUnreadable)
  return inside.length > 0 && inside.every(isTool) ? inside.map(tool => ({ tool })) : []
}

function isRuntime(value: unknown): value is Runtime {
  if (value === null || typeof value !== 'object') return false
  const { tools, call, scope } = value as Partial<Runtime>
  return (
    Array.isArray(tools) && tools.every(isTool) && typeof call === 'function' && typeof scope === 'function'
  )
}

function valuesOf(value: unknown, name: string, onUnreadable: OnUnreadable): unknown[] {
  if (Array.isArray(value)) return value
  if (value === null || typeof value !== 'object') return []
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return []
  const fields = value as Record<string, unknown>
  return Object.keys(fields).flatMap(key =>
    readOr<unknown[]>([], `${name}.${key}`, onUnreadable, () => [fields[key]]),
  )
}

/** An export may be a proxy, and a field of it a getter: reading one may throw anything. */
function readOr<T>(otherwise: T, name: string, onUnreadable: OnUnreadable, read: () => T): T {
  try {
    return read()
  } catch (thrown) {
    onUnreadable(name, safeSentence(thrown))
    return otherwise
  }
}
