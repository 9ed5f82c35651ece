import { join } from 'node:path'
import { DefinitionError } from '../../runtime/errors.js'
import { createSeal, type Seal } from '../seal.js'
import { keyFrom } from './key-file.js'

/** Shortest text that is taken as a key, in characters. */
const SHORTEST = 32

/**
 * Returns what gives the seal of a store, made when it is first needed: of the key given, else of `TOOLSPAN_STORE_KEY`,
 * else of the store's own key file.
 *
 * @throws DefinitionError when the key is too short.
 */
export function sealLoader(dir: string, key: Uint8Array | string | undefined): () => Promise<Seal> {
  const given = key ?? (process.env['TOOLSPAN_STORE_KEY']?.trim() || undefined)
  if (given !== undefined && !isKey(given))
    throw new DefinitionError(
      'fileStore: key must be 32 bytes, or a text of at least 32 characters; `openssl rand -base64 32` makes one',
    )
  let loading: Promise<Seal> | undefined
  async function load(): Promise<Seal> {
    try {
      return createSeal(given ?? (await keyFrom(join(dir, 'calls.key'))))
    } catch (error) {
      // What failed now may be mended by the next call.
      loading = undefined
      throw error
    }
  }
  return () => {
    loading ??= load()
    return loading
  }
}

function isKey(given: unknown): boolean {
  if (typeof given === 'string') return given.length >= SHORTEST
  return given instanceof Uint8Array && given.byteLength === 32
}
