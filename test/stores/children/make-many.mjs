// Keeps many records at once.
import { fileStore } from 'toolspan/files'

const [dir, count] = process.argv.slice(2)
const facts = {
  revision: 1,
  toolName: 't',
  toolCallId: 'c',
  createdAt: 1,
  updatedAt: 1,
  facts: {},
  shown: null,
}
const digests = { schemaDigest: 's', inputDigest: 'i' }
const store = fileStore({ dir })
const record = n => ({
  id: `task_${n}`,
  kind: 'task',
  state: 'pending',
  ...facts,
  ...digests,
  values: { input: n },
})
await Promise.all(Array.from({ length: Number(count) }, (_, n) => store.create(record(n))))
