// Takes a record through its life, over and over, until it is killed; prints the number of each step that is done.
import { writeSync } from 'node:fs'
import { fileStore } from 'toolspan/files'
import { recordAfter } from './cycle-steps.mjs'

const [dir, id, from] = process.argv.slice(2)
const store = fileStore({ dir })
for (let step = Number(from) + 1; ; step++) {
  const record = recordAfter(step, id)
  if (!record) await store.remove(id)
  else if (record.revision === 1) await store.create(record)
  else if (!(await store.replace(record))) process.exit(1)
  writeSync(1, `${step}\n`)
}
