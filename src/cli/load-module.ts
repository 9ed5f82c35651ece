import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type CliError, cliError } from './cli-error.js'
import { collectTools, type LoadedTool, type OnUnreadable } from './collect-tools.js'
import { importModule } from './import-module.js'
import { safeSentence } from './safe-sentence.js'

/**
 * Loads a module of tools.
 *
 * @param path The module's path as the user gave it, relative to `cwd`; TypeScript or JavaScript.
 * @param onUnreadable Is told of an export that throws when it is read, once there are others to keep.
 * @returns Its tools by id, in the order of the names that they are exported by; at least one.
 * @throws {CliError} When there is no such module, it does not load, or it exports no tool.
 */
export async function loadModule(
  path: string,
  cwd: string,
  onUnreadable: OnUnreadable = () => {},
): Promise<ReadonlyMap<string, LoadedTool>> {
  const file = resolve(cwd, path)
  const stats = await stat(file).catch(() => undefined)
  if (!stats) throw cliError('module_missing', path)
  if (stats.isDirectory()) throw cliError('module_is_directory', path)
  const unreadable: Parameters<OnUnreadable>[] = []
  const exports = await importOrExplain(file, path)
  const tools = collectTools(exports, path, (...facts) => unreadable.push(facts))
  const [first] = unreadable
  if (tools.size === 0)
    throw first ? cliError('export_unreadable', path, ...first) : cliError('no_tools', path)
  for (const facts of unreadable) onUnreadable(...facts)
  return tools
}

/** Returns one tool of a module. @throws {CliError} When the module has no tool of that name. */
export function toolNamed(tools: ReadonlyMap<string, LoadedTool>, id: string, path: string): LoadedTool {
  const found = tools.get(id)
  if (!found) throw cliError('unknown_tool', path, id, [...tools.keys()].join(', '))
  return found
}

async function importOrExplain(file: string, path: string): Promise<Record<string, unknown>> {
  try {
    return await importModule(file)
  } catch (thrown) {
    throw explain(thrown, path)
  }
}

function explain(thrown: unknown, path: string): CliError {
  const missing = missingPackage(thrown)
  return missing
    ? cliError('package_missing', path, missing)
    : cliError('module_broken', path, syntaxError(thrown) ?? safeSentence(thrown))
}

/** Node and jiti word it differently; only bare names are packages. */
function missingPackage(thrown: unknown): string | undefined {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return undefined
  const name = /Cannot find (?:package|module) '([^'./][^']*)'/.exec(String((thrown as Error).message))?.[1]
  return name && /^(@[^/]+\/)?[^/]+/.exec(name)?.[0]
}

/** jiti puts the place of a syntax error in a second line; what it says never quotes the source. */
function syntaxError(thrown: unknown): string | undefined {
  const message = thrown instanceof Error ? thrown.message : ''
  const [, text, line, column] = /^ParseError: (.+?)\s*\n.*:(\d+):(\d+)\s*$/s.exec(message) ?? []
  return text && `${text.replace(/\.$/, '')} at line ${line}, column ${Number(column) + 1}`
}
