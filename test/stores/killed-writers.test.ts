import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileStore } from 'toolspan/files'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../cli/support/temporary-directory.js'
import { recordAfter } from './children/cycle-steps.mjs'
import { startChild } from './run-child.js'

const KILLS = 200
const LANES = 8
const LONGEST_LIFE_MS = 25

it('leaves whole records and blocks nobody, whenever a writer is killed', { timeout: 120_000 }, async () => {
  const dir = temporaryDirectory()
  const warnings: string[] = []
  const store = fileStore({ dir, logger: { warn: (_, message) => warnings.push(message) } })
  const between: number[] = []

  async function lane(id: string): Promise<void> {
    let step = 0
    for (let kill = 0; kill < KILLS / LANES; kill++) {
      const done = await cycleUntilKilled(dir, id, step)
      const kept = await store.read(id)
      // The step that the writer was in has been taken or not; the one before, which it was told of, has.
      const [before, after] = [recordAfter(done, id), recordAfter(done + 1, id)]
      expect([before, after]).toContainEqual(kept)
      step = kept?.revision === after?.revision ? done + 1 : done
      between.push(step - done)
      // Whoever comes next goes on at once.
      await advance(id, ++step)
      expect(await store.read(id)).toEqual(recordAfter(step, id))
    }
  }

  async function advance(id: string, step: number): Promise<void> {
    const record = recordAfter(step, id)
    if (!record) return store.remove(id)
    if (record.revision === 1) return store.create(record)
    expect(await store.replace(record)).toBe(true)
  }

  await Promise.all(Array.from({ length: LANES }, (_, n) => lane(`ticket_${n}`)))
  const listed = await store.list()
  expect(between).toHaveLength(KILLS)
  expect(warnings).toEqual([])
  for (const { id } of listed) expect(readdirSync(join(dir, 'calls', id))).toHaveLength(2)
  expect(readdirSync(join(dir, 'calls')).filter(name => name.startsWith('.gone'))).toEqual([])
})

/** Answers the number of the last step that the writer said was done. */
function cycleUntilKilled(dir: string, id: string, from: number): Promise<number> {
  const child = startChild('cycle.mjs', [dir, id, String(from)])
  let printed = ''
  child.stdout?.on('data', chunk => {
    if (printed === '') setTimeout(() => child.kill('SIGKILL'), Math.random() * LONGEST_LIFE_MS)
    printed += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('close', (code, signal) => {
      if (signal !== 'SIGKILL') reject(new Error(`the writer ended by itself with ${code}`))
      resolve(Number(printed.trim().split('\n').at(-1)))
    })
  })
}
