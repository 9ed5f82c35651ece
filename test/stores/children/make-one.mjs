// Keeps one record in a store that may not be there yet.
import { fileStore } from 'toolspan/files'
import { aRecord } from './a-record.mjs'

const [dir, id] = process.argv.slice(2)
await fileStore({ dir }).create(aRecord(id))
