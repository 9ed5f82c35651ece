import { fileFailure } from '../../observe/file-failure.js'
import { damaged } from '../record-text.js'
import { StoreError } from '../store-error.js'
import { LostRevision } from './record-folder.js'

/** Does something with a record, or with all of them; whatever fails is told in one sentence. */
export async function withSentence<T>(id: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof StoreError) throw cause
    if (cause instanceof LostRevision) throw damaged(id ?? '')
    const what = id === undefined ? 'the stored calls' : `the record ${id}`
    throw new StoreError('unusable', `${what} cannot be reached: ${fileFailure(cause)}`, { cause })
  }
}
