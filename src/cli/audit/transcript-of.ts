import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { SEGMENT_SUFFIX } from '../../audit/segment-name.js'
import { cliError } from '../cli-error.js'
import { type Session, storeOf } from '../session.js'

/** The folder of a transcript, and the local store that it is in. */
export interface TranscriptPlace {
  dir: string
  store: string
}

/**
 * Finds the transcript that is meant: a folder of segments, one of its segments, a local store that has one, or nothing
 * for the local store here.
 *
 * @throws {CliError} When there is none.
 */
export async function transcriptOf(session: Session, given?: string): Promise<TranscriptPlace> {
  const path = given === undefined ? storeOf(session) : resolve(session.cli.cwd(), given)
  const inStore = join(path, 'transcripts')
  if (await isFolder(inStore)) return { dir: inStore, store: path }
  if (given !== undefined && (await isFolder(path))) return { dir: path, store: dirname(path) }
  if (path.endsWith(SEGMENT_SUFFIX) && (await isFile(path)))
    return { dir: dirname(path), store: dirname(dirname(path)) }
  throw cliError('no_transcript', path)
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false
}
