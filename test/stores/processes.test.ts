import { fileStore } from 'toolspan/files'
import { describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../cli/support/temporary-directory.js'
import { aStoredCall } from './a-stored-call.js'
import { runChild } from './run-child.js'

describe('a store in files that several processes use', () => {
  it('lets each revision be won by one of four processes, and loses none', async () => {
    const dir = temporaryDirectory()
    const store = fileStore({ dir })
    const stored = aStoredCall({ values: { input: 1 } })
    await store.create(stored)
    const racing = Array.from({ length: 4 }, () => runChild('count-up.mjs', [dir, stored.id, '60', '4']))
    const won: number[] = (await Promise.all(racing)).flatMap(printed => JSON.parse(printed))
    const last = await store.read(stored.id)
    expect(won.length).toBeGreaterThanOrEqual(60)
    expect(won.length).toBeLessThan(240)
    expect(won.sort((a, b) => a - b)).toEqual(won.map((_, n) => n + 2))
    expect(last?.revision).toBe(won.length + 1)
    expect(last?.values?.input).toBe(won.length + 1)
  })

  it('has one key, however many processes begin it at once', async () => {
    const dir = temporaryDirectory()
    const ids = Array.from({ length: 6 }, (_, n) => `task_${n}`)
    await Promise.all(ids.map(id => runChild('make-one.mjs', [dir, id])))
    const store = fileStore({ dir })
    for (const id of ids) expect((await store.read(id))?.values?.input).toBe(id)
  })

  it('needs few files open at once, however many calls begin to wait', async () => {
    const dir = temporaryDirectory()
    await runChild('make-many.mjs', [dir, '600'], { openFiles: 100 })
    expect(await fileStore({ dir }).list()).toHaveLength(600)
  })
})
