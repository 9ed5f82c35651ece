import { DefinitionError } from '../runtime/errors.js'
import { type FileStore, fileStore } from '../stores/files/file-store.js'
import { cliError } from './cli-error.js'
import { type Session, storeOf } from './session.js'

/**
 * Opens the store in files where calls wait; nothing is made in it before something is kept.
 *
 * @throws {CliError} When `TOOLSPAN_STORE_KEY` is no key.
 */
export function openStore(session: Session, dir?: string): FileStore {
  const { cli, reporter } = session
  const key = cli.env['TOOLSPAN_STORE_KEY']?.trim() || undefined
  try {
    return fileStore({
      dir: storeOf(session, dir),
      key,
      logger: { warn: (_, message) => reporter.warn(message) },
    })
  } catch (error) {
    if (error instanceof DefinitionError) throw cliError('bad_store_key')
    throw error
  }
}
