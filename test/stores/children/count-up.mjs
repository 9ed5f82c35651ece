// Raises the number in one record again and again, against other processes; prints each revision that it won.
import { setTimeout as wait } from 'node:timers/promises'
import { fileStore } from 'toolspan/files'

const [dir, id, times, peers] = process.argv.slice(2)
const store = fileStore({ dir })
const { values, ...facts } = await store.read(id)
await store.create({ ...facts, id: `ready_${process.pid}`, revision: 1 })
while ((await store.list()).length <= Number(peers)) await wait(1)
const won = []
for (let n = 0; n < Number(times); n++) {
  const stored = await store.read(id)
  const next = { ...stored, revision: stored.revision + 1, values: { input: stored.values.input + 1 } }
  if (await store.replace(next)) won.push(next.revision)
}
console.log(JSON.stringify(won))
