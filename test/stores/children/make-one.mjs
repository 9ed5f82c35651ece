// Keeps one record in a store that may not be there yet.
import { fileStore } from 'toolspan/files'

const [dir, id] = process.argv.slice(2)
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
await fileStore({ dir }).create({
  id,
  kind: 'task',
  state: 'pending',
  ...facts,
  ...digests,
  values: { input: id },
})
