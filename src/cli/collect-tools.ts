import { isTool } from '../runtime/create-tool.js'
import type { Runtime } from '../runtime/runtime.js'
import type { Tool } from '../runtime/tool.js'
import { cliError } from './cli-error.js'

/** A tool of a module, and the runtime that the module exported it in, if any. */
export interface LoadedTool {
  tool: Tool
  runtime?: Runtime
}

/**
 * Collects the tools among the exports of a module: each export that is a tool, an array or record of tools, or a
 * runtime. A tool that is exported in several ways counts once, with its runtime.
 *
 * @throws {CliError} When two different tools have one id.
 */
export function collectTools(exports: Record<string, unknown>, path: string): Map<string, LoadedTool> {
  const collected = new Map<string, LoadedTool>()
  for (const found of Object.values(exports).flatMap(toolsIn)) {
    const known = collected.get(found.tool.id)
    if (known && known.tool !== found.tool) throw cliError('duplicate_tool', path, found.tool.id)
    collected.set(found.tool.id, { ...known, ...found })
  }
  return collected
}

function toolsIn(value: unknown): LoadedTool[] {
  if (isTool(value)) return [{ tool: value }]
  if (isRuntime(value)) return value.tools.map(tool => ({ tool, runtime: value }))
  const inside = valuesOf(value)
  return inside.length > 0 && inside.every(isTool) ? inside.map(tool => ({ tool })) : []
}

function isRuntime(value: unknown): value is Runtime {
  if (value === null || typeof value !== 'object') return false
  const { tools, call, scope } = value as Partial<Runtime>
  return (
    Array.isArray(tools) && tools.every(isTool) && typeof call === 'function' && typeof scope === 'function'
  )
}

function valuesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (value === null || typeof value !== 'object') return []
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null ? Object.values(value) : []
}
