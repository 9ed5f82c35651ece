import { resolve } from 'node:path'

/** Where the local store lives when neither the caller nor `TOOLSPAN_DIR` says. */
export const DEFAULT_STORE_DIRECTORY = '.toolspan'

/**
 * Returns the absolute path of the local store: the given one, else `TOOLSPAN_DIR`, else `.toolspan` here.
 *
 * Absolute, so that a later change of the working directory does not split the store.
 */
export function storeDirectory(
  dir?: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  return resolve(dir ?? (env['TOOLSPAN_DIR']?.trim() || DEFAULT_STORE_DIRECTORY))
}
