import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as toolspan from '../index.js'

const TYPESCRIPT = new Set(['.ts', '.mts', '.cts', '.tsx'])

/**
 * Imports a module: TypeScript through jiti, JavaScript as Node does.
 *
 * In TypeScript, `toolspan` is this very copy, wherever the module stands and whichever version is installed beside
 * it, so that the ambient `observe` inside a tool belongs to the call that is made from here.
 */
export async function importModule(file: string): Promise<Record<string, unknown>> {
  if (!TYPESCRIPT.has(extname(file))) return import(pathToFileURL(file).href)
  const { createJiti } = await import('jiti')
  const jiti = createJiti(pathToFileURL(file).href, {
    fsCache: false,
    interopDefault: false,
    virtualModules: { toolspan },
  })
  return jiti.import(file)
}
