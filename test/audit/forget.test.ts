import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRuntime, createTool } from 'toolspan'
import {
  forgetCalls,
  openTranscript,
  type ReadRecord,
  readTranscript,
  verifyTranscript,
} from 'toolspan/audit'
import { fileStore } from 'toolspan/files'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { transcriptFolder } from './support/folder.js'

const answer = createTool({
  id: 'answer',
  description: 'Answers a question',
  inputSchema: z.object({ word: z.string() }),
  execute: ({ word }) => ({ heard: word }),
})

const refund = createTool({ ...answer, id: 'refund', requireApproval: true })

async function recordsOf(dir: string): Promise<ReadRecord[]> {
  const records: ReadRecord[] = []
  for await (const record of readTranscript({ dir })) records.push(record)
  return records
}

/** All that stands on the disk: of the transcript, of what is beside it, of the store. */
function bytesOf(...folders: string[]): Buffer {
  const files = folders.flatMap(folder =>
    readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter(entry => entry.isFile())
      .map(entry => readFileSync(join(entry.parentPath, entry.name))),
  )
  return Buffer.concat(files)
}

/** Two people call; one is asked about and still waits. */
async function world() {
  const dir = transcriptFolder()
  const storeDir = `${dir}.store`
  const store = fileStore({ dir: storeDir })
  const transcript = openTranscript({ dir })
  const runtime = createRuntime({ tools: [answer, refund], transcript, tickets: store })
  await runtime.call('answer', { word: 'marzipan' }, { subject: 'ada-lovelace', toolCallId: 'call_ada' })
  await runtime.call('refund', { word: 'nougat' }, { subject: 'ada-lovelace', toolCallId: 'call_ada_2' })
  await runtime.call('answer', { word: 'liquorice' }, { subject: 'ben', toolCallId: 'call_ben' })
  await runtime.call('refund', { word: 'praline' }, { subject: 'ben', toolCallId: 'call_ben_2' })
  await transcript.close()
  return { dir, storeDir, store, bytes: () => bytesOf(dir, `${dir}.audit`, storeDir) }
}

describe('forgetting a subject', () => {
  it('leaves nothing of it in transcript and store, all else as it was, and the chain whole', async () => {
    const { dir, store, bytes } = await world()
    const before = (await recordsOf(dir)).filter(({ call_id }) => call_id?.startsWith('call_ben'))
    expect(bytes().includes('marzipan')).toBe(true)
    const forgotten = await forgetCalls({
      dir,
      subject: 'ada-lovelace',
      stores: [store],
      reason: 'request 4711',
    })
    expect(forgotten).toEqual({ records: 3, calls: 2, stored: 1 })
    const left = ['marzipan', 'nougat', 'lovelace'].filter(word => bytes().includes(word))
    expect(left).toEqual([])
    const report = await verifyTranscript({ dir, anchor: `${dir}.audit` })
    expect([report.exitCode, report.findings, report.erased]).toEqual([0, [], 3])
    const records = await recordsOf(dir)
    expect(records.filter(({ call_id }) => call_id?.startsWith('call_ben'))).toEqual(before)
    expect(await store.list()).toMatchObject([{ toolCallId: 'call_ben_2' }])
  })

  it('is told by a receipt that names no person', async () => {
    const { dir, store } = await world()
    await forgetCalls({ dir, subject: 'ada-lovelace', stores: [store], by: 'dpo', reason: 'request 4711' })
    const receipt = (await recordsOf(dir)).find(({ type }) => type === 'erasure')
    expect(receipt?.erasure).toMatchObject({ by: 'dpo', reason: 'request 4711', subject: true, stored: 1 })
    expect(JSON.stringify(receipt)).not.toContain('lovelace')
  })
})

describe('forgetting a call', () => {
  it('erases its records alone', async () => {
    const { dir, store, bytes } = await world()
    const forgotten = await forgetCalls({ dir, toolCallId: 'call_ada', stores: [store] })
    expect(forgotten).toEqual({ records: 2, calls: 1, stored: 0 })
    expect(bytes().includes('marzipan')).toBe(false)
    const views = (await recordsOf(dir)).flatMap(({ erased, view, call_id }) =>
      view ? [call_id] : erased ? ['erased'] : [],
    )
    expect(views).toEqual(['erased', 'erased', 'call_ada_2', 'call_ben', 'call_ben', 'call_ben_2'])
    expect((await verifyTranscript({ dir })).exitCode).toBe(0)
  })

  it('takes the salts with it, so that no commitment can be tried against a guess', async () => {
    const { dir } = await world()
    const commits = (await recordsOf(dir)).filter(({ call_id }) => call_id === 'call_ada')
    const guess = '{"word":"marzipan"}'
    const matches = () =>
      saltsIn(dir).some(salt => commits[0]?.commit?.raw === `hmac-sha256:${hmac(salt, guess)}`)
    expect(matches()).toBe(true)
    await forgetCalls({ dir, toolCallId: 'call_ada' })
    expect(matches()).toBe(false)
  })

  it('that is not there writes nothing, and needs a call or a subject to be named', async () => {
    const { dir, bytes } = await world()
    const before = bytes()
    expect(await forgetCalls({ dir, toolCallId: 'call_none' })).toEqual({ records: 0, calls: 0, stored: 0 })
    expect(bytes().equals(before)).toBe(true)
    await expect(forgetCalls({ dir })).rejects.toThrow('toolCallId or a subject')
  })

  it('works while another writer goes on', async () => {
    const dir = transcriptFolder()
    const transcript = openTranscript({ dir })
    const runtime = createRuntime({ tools: [answer], transcript })
    await runtime.call('answer', { word: 'marzipan' }, { toolCallId: 'call_1' })
    await forgetCalls({ dir, toolCallId: 'call_1' })
    await runtime.call('answer', { word: 'nougat' }, { toolCallId: 'call_2' })
    await transcript.close()
    const { exitCode, erased, findings } = await verifyTranscript({ dir })
    expect([exitCode, erased, findings]).toEqual([0, 2, []])
  })
})

describe('equal answers that are easily guessed', () => {
  it('have commitments that differ', async () => {
    const dir = transcriptFolder()
    const transcript = openTranscript({ dir })
    const runtime = createRuntime({ tools: [answer], transcript })
    await runtime.call('answer', { word: 'yes' })
    await runtime.call('answer', { word: 'yes' })
    await transcript.close()
    const commits = (await recordsOf(dir)).flatMap(({ commit }) =>
      commit ? [commit.raw, commit.transcript] : [],
    )
    expect(commits).toHaveLength(8)
    expect(new Set(commits).size).toBe(8)
  })
})

const hmac = (salt: Uint8Array, text: string) => createHmac('sha256', salt).update(text).digest('hex')

function saltsIn(dir: string): Buffer[] {
  const folder = `${dir}.audit/private/salts`
  const bytes = Buffer.concat(readdirSync(folder).map(name => readFileSync(join(folder, name))))
  return Array.from({ length: bytes.length / 16 }, (_, index) => bytes.subarray(index * 16, index * 16 + 16))
}
