import { basename, dirname, join, resolve } from 'node:path'
import { storeDirectory } from '../observe/store-directory.js'

/** Where the parts of a transcript are. */
export interface TranscriptLayout {
  /** The folder of segments: all that an auditor has to be given, with `heads` and `publicKeys`. */
  dir: string
  /** The folder beside it. */
  beside: string
  /** Signed heads of every writer, one a line. */
  heads: string
  /** Every writer that was ever begun, one a line. */
  writers: string
  publicKeys: string
  /** Of the owner alone: the signing key and the key of digests. */
  privateKeys: string
  /** Of the owner alone: the salts of commitments to what is not in the transcript. */
  salts: string
}

/**
 * Returns where a transcript is: in `dir`, else below `TOOLSPAN_DIR`, else in `.toolspan/transcripts` of the working
 * directory; what belongs to it is beside it in a folder of the same name and `.audit`. All paths are absolute.
 */
export function transcriptLayout(dir?: string): TranscriptLayout {
  const transcripts = resolve(dir ?? join(storeDirectory(), 'transcripts'))
  const beside = join(dirname(transcripts), `${basename(transcripts)}.audit`)
  return {
    dir: transcripts,
    beside,
    heads: join(beside, 'heads.jsonl'),
    writers: join(beside, 'writers.jsonl'),
    publicKeys: join(beside, 'public-keys'),
    privateKeys: join(beside, 'private'),
    salts: join(beside, 'private', 'salts'),
  }
}
