import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CallStore, StoredCall, StoredValues } from '../../src/runtime/call-store.js'
import { aStoredCall, nextOf } from './a-stored-call.js'

/** A fresh store, and other doors to it: as other processes have them, or the store itself. */
export interface OpenedStore {
  store: CallStore
  another(): CallStore
}

/** What every store must do, whatever it keeps its records in. */
export function describeStore(name: string, open: () => OpenedStore | Promise<OpenedStore>): void {
  describe(`the store in ${name}`, () => {
    it('gives back what was kept, with its values', async () => {
      const { store, another } = await open()
      const stored = aStoredCall({
        decision: aDecision,
        task: { attempt: 1, failures: 0, maxRetries: 2, dueAt: 5 },
      })
      await store.create(stored)
      expect(await store.read(stored.id)).toEqual(stored)
      expect(await another().read(stored.id)).toEqual(stored)
    })

    it('knows nothing of an id that was never kept', async () => {
      const { store } = await open()
      for (const id of [
        'ticket_x',
        '',
        '.',
        '..',
        '../secrets',
        'a/b',
        'a\0b',
        '.changed',
        'x'.repeat(5000),
      ]) {
        expect(await store.read(id)).toBeUndefined()
        expect(await store.replace(aStoredCall({ id, revision: 2 }))).toBe(false)
        await store.remove(id)
      }
      expect(await store.list()).toEqual([])
    })

    it('refuses a second record of one id, and keeps the first', async () => {
      const { store, another } = await open()
      const first = aStoredCall()
      await store.create(first)
      await expect(another().create({ ...first, toolName: 'other' })).rejects.toThrow(/exists already/)
      expect(await store.read(first.id)).toEqual(first)
    })

    it('lets one of those win who create the same id at once', async () => {
      const { store, another } = await open()
      const same = aStoredCall()
      const makers = Array.from({ length: 8 }, (_, n) => (n % 2 ? store : another()))
      const made = await Promise.allSettled(
        makers.map((maker, n) => maker.create({ ...same, toolName: `t${n}` })),
      )
      expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const winner = made.findIndex(({ status }) => status === 'fulfilled')
      expect((await store.read(same.id))?.toolName).toBe(`t${winner}`)
    })

    it('lets one of many concurrent replacements win, and tells the others', async () => {
      const { store, another } = await open()
      const stored = aStoredCall()
      await store.create(stored)
      for (let round = 1; round <= 10; round++) {
        const before = await read(store, stored.id)
        const doors = Array.from({ length: 8 }, (_, n) => (n % 2 ? store : another()))
        const won = await Promise.all(
          doors.map((door, n) => door.replace(nextOf(before, { toolName: `t${n}`, values: { input: n } }))),
        )
        expect(won.filter(Boolean)).toHaveLength(1)
        const after = await read(store, stored.id)
        expect(after).toMatchObject({ revision: round + 1, toolName: `t${won.indexOf(true)}` })
        expect(after.values?.input).toBe(won.indexOf(true))
      }
    })

    it('replaces the revision before and no other', async () => {
      const { store } = await open()
      const first = aStoredCall()
      const second = nextOf(first, { state: 'approved', decision: aDecision })
      await store.create(first)
      expect(await store.replace({ ...second, revision: 3 })).toBe(false)
      expect(await store.replace({ ...second, revision: 1 })).toBe(false)
      expect(await store.read(first.id)).toEqual(first)
      expect(await store.replace(second)).toBe(true)
      expect(await store.replace({ ...second, toolName: 'late' })).toBe(false)
      expect(await store.read(first.id)).toEqual(second)
    })

    it('forgets the values of a record that is replaced without them', async () => {
      const { store } = await open()
      const first = aStoredCall()
      await store.create(first)
      const { values, ...rest } = nextOf(first, { state: 'done' })
      expect(await store.replace(rest)).toBe(true)
      const kept = await read(store, first.id)
      expect(kept).toEqual(rest)
      expect(kept.values).toBeUndefined()
    })

    it('lists records by age, without their values', async () => {
      const { store, another } = await open()
      const [young, old, middle] = [30, 10, 20].map(createdAt => aStoredCall({ createdAt }))
      for (const stored of [young, old, middle]) await store.create(stored!)
      await store.replace(nextOf(old!, { state: 'approved' }))
      const listed = await another().list()
      expect(listed.map(({ createdAt }) => createdAt)).toEqual([10, 20, 30])
      expect(listed[0]).toMatchObject({ id: old!.id, state: 'approved', revision: 2 })
      for (const one of listed) expect(Object.keys(one)).not.toContain('values')
      const { values, ...facts } = middle!
      // A store that others may read gives digests of inputs keyed.
      expect(listed[1]).toEqual({ ...facts, inputDigest: expect.any(String) })
    })

    it('keeps copies: nobody changes a record by holding it', async () => {
      const { store } = await open()
      const stored = aStoredCall()
      const asKept = structuredClone(stored)
      const creating = store.create(stored)
      spoil(stored)
      await creating
      spoil(await read(store, asKept.id))
      spoil((await store.list())[0])
      expect(await read(store, asKept.id)).toEqual(asKept)
      const next = nextOf(asKept, { values: { input: { amount: 1 } } })
      const asNext = structuredClone(next)
      const replacing = store.replace(next)
      spoil(next)
      expect(await replacing).toBe(true)
      expect(await read(store, asKept.id)).toEqual(asNext)
    })

    it('removes a record and lets its id be used again', async () => {
      const { store, another } = await open()
      const stored = aStoredCall()
      const other = aStoredCall()
      await store.create(stored)
      await store.create(other)
      await another().remove(stored.id)
      await store.remove(stored.id)
      expect(await store.read(stored.id)).toBeUndefined()
      expect(await store.replace(nextOf(stored))).toBe(false)
      expect((await store.list()).map(({ id }) => id)).toEqual([other.id])
      await store.create(stored)
      expect(await store.read(stored.id)).toEqual(stored)
    })

    it('tells watchers of every kind of change, until they stop', async () => {
      const { store, another } = await open()
      const watched = another()
      if (!watched.watch) throw new Error('the store cannot be watched')
      const changed = vi.fn()
      const stop = watched.watch(changed)
      onTestFinished(stop)
      const stored = aStoredCall()
      const changes = [
        () => store.create(stored),
        () => store.replace(nextOf(stored)),
        () => store.remove(stored.id),
      ]
      for (const change of changes) {
        changed.mockClear()
        await change()
        await vi.waitFor(() => expect(changed).toHaveBeenCalled(), { timeout: 5000, interval: 5 })
        await wait(30)
      }
      stop()
      stop()
      changed.mockClear()
      await store.create(aStoredCall())
      await wait(60)
      expect(changed).not.toHaveBeenCalled()
    })

    it('keeps values as they were, whatever JavaScript makes of them', async () => {
      const { store } = await open()
      for (const [what, input] of Object.entries(odd())) {
        const stored = aStoredCall({ values: { input, result: input, requestContext: { it: input } } })
        await store.create(stored)
        const { values } = await read(store, stored.id)
        expect(values, what).toStrictEqual(structuredClone(stored.values))
      }
    })

    it('keeps keys that objects are born with as keys, and nothing is polluted by them', async () => {
      const { store } = await open()
      const input = JSON.parse(
        '{"__proto__":{"polluted":1},"constructor":{"x":[{"__proto__":2}]},"toString":3}',
      )
      const stored = aStoredCall({ values: { input } })
      await store.create(stored)
      const { values } = await read(store, stored.id)
      expect(JSON.stringify(values?.input)).toBe(JSON.stringify(input))
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    })

    it('keeps cycles, and errors with what caused them', async () => {
      const { store } = await open()
      const cyclic: { self?: unknown; list: unknown[] } = { list: [] }
      cyclic.self = cyclic
      cyclic.list.push(cyclic)
      const result = new TypeError('no', { cause: new Error('deep', { cause: undefined }) })
      const stored = aStoredCall({ values: { input: cyclic, result } })
      await store.create(stored)
      const values = (await read(store, stored.id)).values as StoredValues & {
        input: typeof cyclic
        result: Error
      }
      expect(values.input.self).toBe(values.input)
      expect(values.input.list[0]).toBe(values.input)
      expect(values.result).toBeInstanceOf(TypeError)
      expect(values.result).toMatchObject({ message: 'no', stack: result.stack, cause: { message: 'deep' } })
      expect(values.result.cause).toHaveProperty('cause', undefined)
    })

    it('keeps an instance of a class as the data that is in it', async () => {
      const { store } = await open()
      class Money {
        #hidden = 1
        constructor(readonly amount: number) {}
        get double() {
          return this.amount * 2 + this.#hidden
        }
      }
      const input = { money: new Money(3), [Symbol('no data')]: 1, bytes: Buffer.from('abc') }
      const stored = aStoredCall({ values: { input } })
      await store.create(stored)
      const { values } = await read(store, stored.id)
      expect(values?.input).toEqual({ money: { amount: 3 }, bytes: new Uint8Array([97, 98, 99]) })
    })

    it('refuses what is no data, and names no value of it', async () => {
      const { store } = await open()
      const revoked = Proxy.revocable({}, {})
      revoked.revoke()
      const hostile: Record<string, unknown> = {
        function: () => 'hunter2',
        symbol: Symbol('hunter2'),
        promise: Promise.resolve('hunter2'),
        weak: new WeakMap(),
        proxy: revoked.proxy,
        getter: Object.defineProperty({}, 'x', { enumerable: true, get: () => fail('hunter2') }),
      }
      const kept = aStoredCall()
      await store.create(kept)
      for (const [what, value] of Object.entries(hostile)) {
        const stored = aStoredCall({ values: { input: { hunter2: [value] } } })
        const refused = await store.create(stored).catch((error: Error) => error)
        expect(refused, what).toBeInstanceOf(Error)
        expect(String(refused), what).not.toContain('hunter2')
        expect(await store.read(stored.id), what).toBeUndefined()
        await expect(
          store.replace(nextOf(kept, stored.values && { values: stored.values })),
        ).rejects.toThrow()
      }
      expect(await store.list()).toHaveLength(1)
      expect(await store.read(kept.id)).toEqual(kept)
    })

    it('keeps big inputs', async () => {
      const { store } = await open()
      const input = { text: 'ü\u2028"\\\n'.repeat(400_000), bytes: new Uint8Array(3_000_000).fill(7) }
      const stored = aStoredCall({ values: { input } })
      await store.create(stored)
      const values = (await read(store, stored.id)).values as { input: typeof input }
      expect(values.input.text === input.text).toBe(true)
      expect(Buffer.compare(values.input.bytes, input.bytes)).toBe(0)
      expect(await store.list()).toHaveLength(1)
    })
  })
}

const aDecision = {
  decision: 'approved',
  by: { id: 'ada', kind: 'user' },
  reason: 'it is\nfine "now"',
  at: 1_750_000_001_000,
  decided: 'sha256:bb',
} as const

function odd(): Record<string, unknown> {
  const shared = { n: 1 }
  return {
    date: new Date(0),
    'invalid date': new Date(Number.NaN),
    map: new Map<unknown, unknown>([
      [{ key: 1 }, new Set([1n, undefined, null])],
      [Number.NaN, -0],
    ]),
    bigint: 2n ** 80n,
    undefined: undefined,
    'undefined in a list': [undefined, { a: undefined }],
    holes: Object.assign(new Array(4), { 1: 1, 3: 2 }),
    'a long hole': Object.assign(new Array(100_000), { 7: 1 }),
    numbers: [Number.NaN, Number.POSITIVE_INFINITY, -0, 5e-324],
    bytes: new Uint8Array([1, 2, 3]),
    'part of a buffer': new Uint16Array(new Uint16Array([1, 2, 3, 4]).buffer, 2, 2),
    buffer: new Uint8Array([9]).buffer,
    expression: /a\/"b/giu,
    text: '\ud800 lone, \u0000, </script>, "quotes"\u2028',
    shared: [shared, shared],
    'looks like ours': ['Error', 1, ['Entries', [['a', 1]]], { format: 1 }, -1],
    boxed: [Object(1), Object('s')],
    null: null,
    empty: {},
  }
}

async function read(store: CallStore, id: string): Promise<StoredCall> {
  const stored = await store.read(id)
  if (!stored) throw new Error('the record is gone')
  return stored
}

/** Changes everything in a record that can be changed. */
function spoil(stored: StoredCall | undefined): void {
  if (!stored) return
  Object.assign(stored.facts, { tenant: 'spoiled' })
  if (stored.values) Object.assign(stored.values.input as object, { amount: -1 })
  stored.shown = 'spoiled'
  stored.revision = 99
}

function fail(message: string): never {
  throw new Error(message)
}
