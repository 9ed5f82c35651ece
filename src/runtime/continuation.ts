import type { Decision, StoredCall } from './call-store.js'

/** What a call goes on from: the record of an earlier one, and what has happened to it since. */
export interface Continuation {
  readonly stored: StoredCall
  /** What a person decides on a call that waits for approval. */
  readonly decision?: Decision
  /** The data a suspended call is resumed with, not yet validated. */
  readonly resumeData?: unknown
  /** Which run of a background task it is, counting from 1. */
  readonly attempt?: number
  /** Lets a call go on although the schemas of its tool are not those it began with. */
  readonly allowChanged?: boolean
}
