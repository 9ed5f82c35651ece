import { createHmac } from 'node:crypto'
import { createTool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import type { Commit, Commitments } from '../../src/observe/commitments.js'
import type { TranscriptRecord } from '../../src/observe/transcript-sink.js'

const salt = new Uint8Array(16).fill(7)
const hmac = (text: string) => `hmac-sha256:${createHmac('sha256', salt).update(text).digest('hex')}`

const lookUp = createTool({
  id: 'look-up',
  description: 'Looks up a customer',
  inputSchema: z.object({ id: z.string() }),
  execute: ({ id }) => ({ id, password: 'hunter2-hunter2', name: 'Ada' }),
})

/** A sink that keeps what it commits to beside each record. */
function committing() {
  const kept: { record: TranscriptRecord; commitments: Commitments; commit: Commit }[] = []
  const append = (record: TranscriptRecord, commit: Commit) =>
    void kept.push({ record, commitments: commit(salt), commit })
  return { kept, transcript: { append } }
}

describe('a sink', () => {
  it('gets salted commitments to payloads that it never sees', async () => {
    const { kept, transcript } = committing()
    const t = createTestRuntime({ tools: [lookUp], transcript })
    await t.call('look-up', { id: 'c1' })
    expect(kept.map(({ commitments }) => commitments.raw)).toEqual([
      hmac('{"id":"c1"}'),
      hmac('{"id":"c1","name":"Ada","password":"hunter2-hunter2"}'),
    ])
    expect(JSON.stringify(kept)).not.toContain('hunter2')
  })

  it('gets another commitment for the same payload under another salt', async () => {
    const seen: string[] = []
    const append = (_: TranscriptRecord, commit: Commit) =>
      void seen.push(commit(salt).raw, commit(new Uint8Array(16)).raw)
    const t = createTestRuntime({ tools: [lookUp], transcript: { append } })
    await t.call('look-up', { id: 'c1' })
    expect(new Set(seen).size).toBe(4)
  })

  it('gets a commitment to what people were shown and one to what the model got', async () => {
    const tool = createTool({ ...lookUp, toModelOutput: () => ({ type: 'text', value: 'found' }) })
    const { kept, transcript } = committing()
    const t = createTestRuntime({ tools: [tool], transcript })
    await t.call('look-up', { id: 'c1' })
    const shown = '{"id":"c1","name":"Ada","password":"[REDACTED:key:password]"}'
    expect(kept[1]?.commitments).toMatchObject({
      display: hmac(shown),
      model: hmac('{"type":"text","value":"found"}'),
    })
  })

  it('cannot commit once the record is taken', async () => {
    const { kept, transcript } = committing()
    const t = createTestRuntime({ tools: [lookUp], transcript })
    await t.call('look-up', { id: 'c1' })
    expect(() => kept[0]?.commit(salt)).toThrow('while the append')
  })

  it('may take the record alone', async () => {
    const t = createTestRuntime({ tools: [lookUp] })
    await t.call('look-up', { id: 'c1' })
    expect(t.transcript()).toHaveLength(2)
  })
})

describe('a record', () => {
  it('tells which rules redacted what, and never the value', async () => {
    const t = createTestRuntime({ tools: [lookUp] })
    await t.call('look-up', { id: 'c1' })
    expect(t.transcript()[0]?.redactions).toBeUndefined()
    expect(t.transcript()[1]?.redactions).toEqual([{ rule: 'key:password', pointer: '/password' }])
  })

  it('names its actor as it was given: by an id, or with kind and whom it acts for', async () => {
    const t = createTestRuntime({ tools: [lookUp] })
    const actor = { id: 'agent-7', kind: 'agent', onBehalfOf: 'ann' }
    await t.call('look-up', { id: 'c1' }, { actor })
    await t.scope({ actor: 'ben' }).call('look-up', { id: 'c1' })
    expect(t.transcript().map(record => record.actor)).toEqual([actor, actor, 'ben', 'ben'])
  })

  it('has the same policy digest until a policy is another', async () => {
    const digests = async (options: Partial<Parameters<typeof createTestRuntime>[0]>) => {
      const t = createTestRuntime({ tools: [lookUp], ...options })
      await t.runtime.call(lookUp, { id: 'c1' })
      return new Set(t.transcript().map(record => record.policyDigest))
    }
    const plain = await digests({})
    expect([...plain][0]).toMatch(/^sha256:/)
    expect(plain.size).toBe(1)
    expect(await digests({})).toEqual(plain)
    expect(await digests({ transform: { transcript: { input: () => 'in' } } })).not.toEqual(plain)
    expect(await digests({ requireApproval: () => false })).not.toEqual(plain)
  })

  test('of a question to a person has the digest of what was proposed', async () => {
    const t = createTestRuntime({ tools: [lookUp], requireApproval: true })
    await t.call('look-up', { id: 'c1' })
    await t.call('look-up', { id: 'c1' })
    const [first, second] = t.transcript().map(record => record.approval?.proposed)
    expect(first).toMatch(/^sha256:/)
    expect(second).toBe(first)
  })

  it('says under which span its call ran', async () => {
    let nested = async () => {}
    const outer = createTool({ id: 'outer', description: 'Calls another', execute: () => nested() })
    const t = createTestRuntime({ tools: [lookUp, outer] })
    nested = async () => void (await t.call('look-up', { id: 'c1' }))
    await t.call('outer', {})
    const [first, inner] = t.transcript()
    expect(inner?.parentSpanId).toBe(first?.spanId)
    expect(first?.parentSpanId).toBeUndefined()
  })
})
