// Keeps many records at once.
import { fileStore } from 'toolspan/files'
import { aRecord } from './a-record.mjs'

const [dir, count] = process.argv.slice(2)
const store = fileStore({ dir })
await Promise.all(Array.from({ length: Number(count) }, (_, n) => store.create(aRecord(`task_${n}`))))
