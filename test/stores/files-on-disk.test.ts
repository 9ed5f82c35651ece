import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileStore, StoreError } from 'toolspan/files'
import { describe, expect, it } from 'vitest'
import type { StoredCall } from '../../src/runtime/call-store.js'
import { temporaryDirectory } from '../cli/support/temporary-directory.js'
import { aStoredCall, nextOf } from './a-stored-call.js'

const KEY = 'a-key-that-is-long-enough-to-be-one'

describe('what rests in the files', () => {
  it('can be read by its owner only', async () => {
    const dir = join(temporaryDirectory(), 'deep', '.toolspan')
    const { store } = await kept({ dir })
    await store.list()
    const modes = below(dir).map(({ path, stats }) => [
      path,
      (stats.mode & 0o777).toString(8),
      stats.isFile(),
    ])
    expect(modes.length).toBeGreaterThan(4)
    for (const [path, mode, isFile] of modes) expect([path, mode]).toEqual([path, isFile ? '600' : '700'])
    expect(statSync(dir).mode & 0o777).toBe(0o700)
  })

  it('holds no raw value, in no content and no name', async () => {
    const secret = 'hunter2-is-no-good-password'
    const values = {
      input: { [secret]: secret },
      suspendPayload: secret,
      resumeData: [secret],
      result: secret,
    }
    const { dir } = await kept({}, { values: { ...values, requestContext: { token: secret } } })
    for (const { path, stats } of below(dir)) {
      expect(path).not.toContain(secret)
      if (!stats.isFile()) continue
      const bytes = readFileSync(path)
      for (const form of ['utf8', 'base64', 'hex'] as const)
        expect(bytes.includes(Buffer.from(secret).toString(form))).toBe(false)
    }
  })

  it('tells nothing of an input: no digest that a short one could be guessed from, no reason that quotes it', async () => {
    const inputDigest = `sha256:${'ab'.repeat(32)}`
    const decided = `sha256:${'cd'.repeat(32)}`
    const decision = {
      decision: 'modified',
      by: { id: 'ada', kind: 'user' },
      at: 1,
      decided,
      reason: 'pin 4711',
    } as const
    const { dir, store, stored } = await kept({}, { inputDigest, decision })
    expect(await store.read(stored.id)).toEqual(stored)
    const [facts = ''] = linesOf(dir, stored.id)
    expect(facts).not.toMatch(/(ab){8}|(cd){8}|4711/)
    const [listed] = await store.list()
    expect(listed?.inputDigest).toMatch(/^hmac-sha256:[0-9a-f]{64}$/)
    expect(listed?.decision?.decided).toMatch(/^hmac-sha256:[0-9a-f]{64}$/)
  })

  it('is sealed anew each time', async () => {
    const { dir, store, stored } = await kept()
    const [, first] = linesOf(dir, stored.id)
    await store.replace(nextOf(stored))
    const [, second] = linesOf(dir, stored.id)
    expect(first).not.toBe(second)
  })

  it('is nothing before the first use', async () => {
    const dir = join(temporaryDirectory(), 'none')
    const store = fileStore({ dir })
    expect(await store.list()).toEqual([])
    expect(await store.read('ticket_1')).toBeUndefined()
    expect(() => statSync(dir)).toThrow()
  })

  it('is one file of content a record, whatever happened to it', async () => {
    const { dir, store, stored } = await kept()
    let last = stored
    for (let n = 0; n < 5; n++) {
      last = nextOf(last)
      await store.replace(last)
    }
    expect(readdirSync(join(dir, 'calls', stored.id)).sort()).toEqual([
      expect.stringMatching(/^6-[0-9a-f]{16}\.current$/),
      expect.stringMatching(/^6-[0-9a-f]{16}\.jsonl$/),
    ])
  })

  it('loses what killed writers left, and keeps what may still win', async () => {
    const { dir, store, stored } = await kept()
    await store.replace(nextOf(stored))
    const calls = join(dir, 'calls')
    const old = new Date(Date.now() - 2 * 60 * 60 * 1000)
    for (const name of ['1-00.jsonl', '2-00.jsonl', '3-00.jsonl'])
      writeFileSync(join(calls, stored.id, name), 'half')
    for (const name of ['.gone-1', '.new-1', '.new-2']) {
      mkdirSync(join(calls, name))
      writeFileSync(join(calls, name, 'x'), 'half')
    }
    utimesSync(join(calls, '.new-1'), old, old)
    expect(await store.list()).toHaveLength(1)
    expect(readdirSync(calls).filter(name => /^\.(new|gone)/.test(name))).toEqual(['.new-2'])
    expect(readdirSync(join(calls, stored.id)).filter(name => name.includes('-00'))).toEqual(['3-00.jsonl'])
    await store.replace(nextOf(stored, { revision: 3 }))
    expect(readdirSync(join(calls, stored.id))).toHaveLength(2)
  })
})

describe('a folder that cannot be used', () => {
  it('is told in one sentence', async () => {
    const file = join(temporaryDirectory(), 'file')
    writeFileSync(file, '')
    const store = fileStore({ dir: file, key: KEY })
    const stored = aStoredCall()
    await expect(store.create(stored)).rejects.toThrow(
      `the record ${stored.id} cannot be reached: a file is in the way of the folder`,
    )
    await expect(store.list()).rejects.toThrow(
      'the stored calls cannot be reached: a file is in the way of the folder',
    )
    await expect(fileStore({ dir: file }).create(stored)).rejects.toThrow(/a file is in the way/)
    expect(await store.read(stored.id)).toBeUndefined()
  })

  it('takes no id that is not a plain name', async () => {
    const dir = temporaryDirectory()
    const store = fileStore({ dir })
    for (const id of ['', '..', '../calls', '.changed', 'a/b', 'a\\b', 'a\0b', 'x'.repeat(201)])
      await expect(store.create(aStoredCall({ id }))).rejects.toThrow(
        'the id of a record must be a plain name',
      )
    expect(readdirSync(dir)).toEqual([])
  })
})

describe('the key', () => {
  it('is made once and serves every store of the folder', async () => {
    const { dir, stored } = await kept()
    const key = readFileSync(join(dir, 'calls.key'), 'utf8')
    expect(await fileStore({ dir }).read(stored.id)).toEqual(stored)
    expect(await fileStore({ dir, key: key.trim() }).read(stored.id)).toEqual(stored)
    expect(readFileSync(join(dir, 'calls.key'), 'utf8')).toBe(key)
  })

  it('is not made where one is given, as bytes or as text', async () => {
    for (const key of [KEY, new Uint8Array(32).fill(3)]) {
      const { dir, stored } = await kept({ key })
      expect(await fileStore({ dir, key }).read(stored.id)).toEqual(stored)
      expect(readdirSync(dir)).toEqual(['calls'])
    }
  })

  it('is not needed to list', async () => {
    const { dir, stored } = await kept({ key: KEY })
    const { values, ...facts } = stored
    expect(await fileStore({ dir }).list()).toEqual([{ ...facts, inputDigest: expect.any(String) }])
    expect(readdirSync(dir)).toEqual(['calls'])
  })

  it('must be the one that the record was stored with', async () => {
    const { dir, stored } = await kept({ key: KEY })
    const refused = await errorOf(fileStore({ dir, key: `${KEY}!` }).read(stored.id))
    expect(refused.code).toBe('wrong_key')
    expect(refused.message).toBe(
      `the record ${stored.id} was sealed under another key; give the key that it was stored with`,
    )
    expect(refused.message).not.toContain(KEY)
  })

  it('must be long enough', () => {
    for (const key of ['short', '', new Uint8Array(16), 7 as never])
      expect(() => fileStore({ dir: temporaryDirectory(), key })).toThrow(/fileStore: key must be 32 bytes/)
  })

  it('that is no key any more is told, and nothing is overwritten', async () => {
    const { dir, stored } = await kept()
    writeFileSync(join(dir, 'calls.key'), '')
    const refused = await errorOf(fileStore({ dir }).read(stored.id))
    expect(refused.message).toMatch(/calls\.key holds no key; restore it, or remove it if nothing waits$/)
    expect(readFileSync(join(dir, 'calls.key'), 'utf8')).toBe('')
  })

  it('that is there again serves the same store', async () => {
    const { dir, stored } = await kept()
    const path = join(dir, 'calls.key')
    const key = readFileSync(path)
    writeFileSync(path, '')
    const store = fileStore({ dir })
    await expect(store.read(stored.id)).rejects.toThrow(/holds no key/)
    writeFileSync(path, key)
    expect(await store.read(stored.id)).toEqual(stored)
  })
})

describe('a record that was changed on the disk', () => {
  const wrongs: Record<string, (lines: string[], other: string[]) => string[]> = {
    'a decision that nobody made': ([facts = '', sealed = '']) => [
      facts.replace('"waiting"', '"approved"'),
      sealed,
    ],
    'the values of another record': ([facts = ''], [, sealed = '']) => [facts, sealed],
    'all of another record': (_, other) => other,
    'a byte of its values': ([facts = '', sealed = '']) => [facts, sealed.replace(/[A-Y]/, 'Z')],
    'values that end early': ([facts = '', sealed = '']) => [facts, sealed.slice(0, 40)],
    'no values': ([facts = '']) => [facts],
    'nothing at all': () => [],
    'half its facts': ([facts = '']) => [facts.slice(0, 50)],
    'something else': () => ['null', '[]'],
    'a later form': ([facts = '', sealed = '']) => [facts.replace('"format":1', '"format":2'), sealed],
  }

  for (const [what, spoil] of Object.entries(wrongs)) {
    it(`to hold ${what} is refused in one sentence, and the others stay usable`, async () => {
      const { dir, store, stored, path } = await kept({ logger: { warn: () => {} } })
      const other = aStoredCall()
      await store.create(other)
      writeFileSync(path, `${spoil(linesOf(dir, stored.id), linesOf(dir, other.id)).join('\n')}\n`)
      const refused = await errorOf(store.read(stored.id))
      expect(refused).toBeInstanceOf(StoreError)
      expect(refused.code).toBe('damaged')
      expect(refused.message).toMatch(new RegExp(`^the record ${stored.id} [^\n]+$`))
      expect(await store.read(other.id)).toEqual(other)
      expect((await store.list()).map(({ id }) => id)).toContain(other.id)
      await store.remove(stored.id)
      expect((await store.list()).map(({ id }) => id)).toEqual([other.id])
    })
  }

  it('back to an earlier revision is refused', async () => {
    const { store, stored, path, dir } = await kept()
    const earlier = readFileSync(path)
    await store.replace(nextOf(stored, { state: 'denied' }))
    writeFileSync(contentOf(dir, stored.id), earlier)
    expect((await errorOf(store.read(stored.id))).code).toBe('damaged')
  })

  it('is told to the logger once, when it cannot even be listed', async () => {
    const said: string[] = []
    const { store, stored, dir } = await kept({ logger: { warn: (_, message) => said.push(message) } })
    writeFileSync(contentOf(dir, stored.id), 'x')
    expect(await store.list()).toEqual([])
    expect(await store.list()).toEqual([])
    expect(said).toEqual([expect.stringContaining(`the record ${stored.id} is damaged`)])
  })

  it('so that it has no revision is damaged, and blocks nobody', async () => {
    const { store, stored, dir } = await kept()
    const folder = join(dir, 'calls', stored.id)
    for (const name of readdirSync(folder)) renameSync(join(folder, name), join(dir, name))
    expect((await errorOf(store.read(stored.id))).code).toBe('damaged')
    await expect(store.replace(nextOf(stored))).rejects.toThrow(/is damaged/)
    await store.remove(stored.id)
    await store.create(stored)
  })
})

describe('forgetting', () => {
  it('removes the records of a call or of a subject, and says how many', async () => {
    const dir = temporaryDirectory()
    const store = fileStore({ dir })
    const calls = ['ada', 'ada', 'bob'].map(subject => aStoredCall({ facts: { subject } }))
    for (const call of calls) await store.create(call)
    expect(await store.forget({})).toBe(0)
    expect(await store.forget({ subject: 'nobody' })).toBe(0)
    expect(await store.forget({ toolCallId: calls[0]!.toolCallId })).toBe(1)
    expect(await store.forget({ subject: 'ada' })).toBe(1)
    expect((await store.list()).map(({ id }) => id)).toEqual([calls[2]!.id])
    expect(below(join(dir, 'calls', calls[2]!.id))).toHaveLength(2)
    expect(readdirSync(join(dir, 'calls')).filter(name => !name.startsWith('.changed'))).toHaveLength(1)
  })

  it('says when a record may be meant that nobody can read, after it removed the others', async () => {
    const { store, stored, dir } = await kept({ logger: { warn: () => {} } })
    const other = aStoredCall()
    await store.create(other)
    writeFileSync(contentOf(dir, stored.id), 'x')
    await expect(store.forget({ subject: 'customer-7' })).rejects.toThrow(/is damaged/)
    expect(await store.list()).toEqual([])
  })
})

async function kept(options: Parameters<typeof fileStore>[0] = {}, part: Partial<StoredCall> = {}) {
  const dir = options.dir ?? temporaryDirectory()
  const store = fileStore({ ...options, dir })
  const stored = aStoredCall(part)
  await store.create(stored)
  return { dir, store, stored, path: contentOf(dir, stored.id) }
}

function contentOf(dir: string, id: string): string {
  const folder = join(dir, 'calls', id)
  return join(folder, readdirSync(folder).find(name => name.endsWith('.jsonl')) ?? '')
}

function linesOf(dir: string, id: string): string[] {
  return readFileSync(contentOf(dir, id), 'utf8').trimEnd().split('\n')
}

function below(dir: string) {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).map(name => {
    const path = join(dir, name)
    return { path, stats: statSync(path) }
  })
}

async function errorOf(promise: Promise<unknown>): Promise<StoreError> {
  return promise.then(
    () => {
      throw new Error('it did not reject')
    },
    (error: StoreError) => error,
  )
}
