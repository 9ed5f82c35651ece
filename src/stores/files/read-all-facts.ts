import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { codeOf } from '../../observe/file-failure.js'
import { type RecordFacts, readFacts } from '../record-text.js'
import { readFirstLine } from './read-first-line.js'
import { isRecordId, readCurrent, sweepLeftover, sweepRecord } from './record-folder.js'
import { withSentence } from './with-sentence.js'

/** What is in a folder of records. */
export interface AllFacts {
  /** The facts of every record, oldest first. */
  facts: RecordFacts[]
  /** Why the others cannot be read. */
  failures: Error[]
}

const OPEN_AT_ONCE = 16

/** Reads the facts of every record, and removes what killed processes have left beside them. */
export async function readAllFacts(records: string): Promise<AllFacts> {
  const names = await namesIn(records)
  const limit = pLimit(OPEN_AT_ONCE)
  const all: AllFacts = { facts: [], failures: [] }
  async function take(name: string): Promise<void> {
    try {
      const facts = isRecordId(name) ? await readFactsOf(records, name) : undefined
      if (facts) all.facts.push(facts)
    } catch (error) {
      all.failures.push(error as Error)
    }
    await sweep(records, name)
  }
  await Promise.all(names.map(name => limit(take, name)))
  all.facts.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  return all
}

function readFactsOf(records: string, id: string): Promise<RecordFacts | undefined> {
  return withSentence(id, () =>
    readCurrent(join(records, id), async (path, revision) =>
      readFacts(await readFirstLine(path), { id, revision }),
    ),
  )
}

async function namesIn(records: string): Promise<string[]> {
  try {
    return await readdir(records)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

async function sweep(records: string, name: string): Promise<void> {
  const path = join(records, name)
  if (isRecordId(name)) return sweepRecord(path)
  const stats = await stat(path).catch(() => undefined)
  if (stats?.isDirectory()) await sweepLeftover(path, Date.now() - stats.mtimeMs)
}
