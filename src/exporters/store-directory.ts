import { resolve } from 'node:path'
import { type Environment, readText } from './environment.js'

/** Where the local store lives when neither the caller nor `TOOLSPAN_DIR` says. */
export const DEFAULT_STORE_DIRECTORY = '.toolspan'

/**
 * Returns the absolute path of the local store: the given one, else `TOOLSPAN_DIR`, else `.toolspan` here.
 *
 * Absolute, so that a later change of the working directory does not split the store.
 */
export function storeDirectory(dir?: string, env: Environment = process.env): string {
  return resolve(dir ?? readText(env, 'TOOLSPAN_DIR') ?? DEFAULT_STORE_DIRECTORY)
}
