import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { defaultLogger } from '../../observe/default-logger.js'
import type { ToolLogger } from '../../observe/logger.js'
import { storeDirectory } from '../../observe/store-directory.js'
import type { CallStore } from '../../runtime/call-store.js'
import { draftOf, readRecord } from '../record-text.js'
import { StoreError } from '../store-error.js'
import { makeFolder } from './durable-files.js'
import { sealLoader } from './load-seal.js'
import { readAllFacts } from './read-all-facts.js'
import { createRecord, isRecordId, readCurrent, removeRecord, replaceRecord } from './record-folder.js'
import { announceChange, watchChanges } from './watch-changes.js'
import { withSentence } from './with-sentence.js'

/** Options of `fileStore`. */
export interface FileStoreOptions {
  /** Folder of the local store. Default: `TOOLSPAN_DIR`, else `.toolspan` in the working directory. */
  dir?: string
  /**
   * What values are sealed with: 32 bytes, or a text of at least 32 characters such as `openssl rand -base64 32` gives.
   * Default: `TOOLSPAN_STORE_KEY`, else the file `calls.key` of the folder, made at first use and readable by its owner only.
   */
  key?: Uint8Array | string
  /** Is told of records that cannot be read. Default: pino lines on standard error. */
  logger?: Pick<ToolLogger, 'warn'>
  /** How often other processes' changes are looked for where the system does not tell, in milliseconds. Default 1 000. */
  pollMs?: number
}

/** A store in files, shared by every process that uses the folder. */
export interface FileStore extends CallStore {
  watch(changed: () => void): () => void
  /**
   * Removes the records of a call or of a subject with all that was in them, and answers how many there were.
   *
   * @throws {StoreError} When a record cannot be read, so that nobody knows whose it is; the others are removed.
   */
  forget(whose: { toolCallId?: string; subject?: string }): Promise<number>
}

/** How many records are worked on at once: a process may open only so many files. */
const AT_ONCE = 32

/**
 * Makes a store that keeps calls in files, `<dir>/calls/`, so that they outlive the process and others can decide on them.
 *
 * A change is on the disk before it is answered, and of several processes that change one record the first wins. Raw
 * values, and what tells of them, rest encrypted with AES-256-GCM; the other facts are readable, and no change to them
 * goes unseen. Nothing is touched before the first use.
 *
 * @throws DefinitionError when the key is too short.
 */
export function fileStore(options: FileStoreOptions = {}): FileStore {
  const dir = storeDirectory(options.dir)
  const records = join(dir, 'calls')
  const loadSeal = sealLoader(dir, options.key)
  const told = new Set<string>()
  const limit = pLimit(AT_ONCE)

  function withRecord<T>(id: string, work: () => Promise<T>): Promise<T> {
    return limit(() => withSentence(id, work))
  }

  /** Changes a record and tells watchers; with `false` there is nothing to tell. */
  function change(id: string, work: () => Promise<boolean>): Promise<boolean> {
    return withRecord(id, async () => {
      const changed = await work()
      if (changed) await announceChange(records)
      return changed
    })
  }

  function tell({ message }: Error): void {
    if (!told.has(message)) (options.logger ?? defaultLogger()).warn({}, message)
    told.add(message)
  }

  return {
    async create(stored) {
      const { id, revision } = stored
      if (!isRecordId(id)) throw new StoreError('unusable', 'the id of a record must be a plain name')
      const draft = draftOf(stored)
      const created = await change(id, async () => {
        const content = draft(await loadSeal())
        await makeFolder(records)
        return createRecord(records, { id, revision, content })
      })
      if (!created) throw new StoreError('taken', `a record with the id ${id} exists already`)
    },
    async read(id) {
      if (!isRecordId(id)) return undefined
      return withRecord(id, () =>
        readCurrent(join(records, id), async (path, revision) => {
          const text = await readFile(path, 'utf8')
          return readRecord(text, { id, revision }, await loadSeal())
        }),
      )
    },
    async replace(next) {
      const { id, revision } = next
      if (!isRecordId(id)) return false
      const draft = draftOf(next)
      return change(id, async () =>
        replaceRecord(join(records, id), { revision, content: draft(await loadSeal()) }),
      )
    },
    async remove(id) {
      if (!isRecordId(id)) return
      await change(id, () => removeRecord(records, id))
    },
    async list() {
      const { facts, failures } = await withSentence(undefined, () => readAllFacts(records))
      failures.forEach(tell)
      return facts
    },
    watch: changed => watchChanges(records, changed, { pollMs: options.pollMs ?? 1000 }),
    async forget({ toolCallId, subject }) {
      const { facts: all, failures } = await withSentence(undefined, () => readAllFacts(records))
      const meant = all.filter(
        one =>
          (toolCallId !== undefined && one.toolCallId === toolCallId) ||
          (subject !== undefined && one.facts.subject === subject),
      )
      for (const { id } of meant) await change(id, () => removeRecord(records, id))
      if (failures[0]) throw failures[0]
      return meant.length
    },
  }
}
