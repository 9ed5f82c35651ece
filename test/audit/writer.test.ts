import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRuntime, createTool } from 'toolspan'
import { openTranscript, readTranscript, type TranscriptOptions, verifyTranscript } from 'toolspan/audit'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, it, test } from 'vitest'
import { faultyFiles } from './support/faulty-files.js'
import { linesOf, segmentsIn, transcriptFolder } from './support/folder.js'
import { commit, record, writeCalls } from './support/record.js'

const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {}, fatal() {} }
const DURABILITIES = ['sync', 'group', 'async'] as const

async function callsIn(dir: string): Promise<string[]> {
  const calls: string[] = []
  for await (const { call_id } of readTranscript({ dir })) if (call_id) calls.push(call_id)
  return calls
}

describe.each(DURABILITIES)('a transcript with durability %s', durability => {
  it('holds every record in the order it was given, and verifies', async () => {
    const dir = transcriptFolder()
    const transcript = openTranscript({ dir, durability })
    await writeCalls(transcript, 40)
    const { state, records, failed } = await transcript.close()
    expect([state, failed]).toEqual(['closed', 0])
    expect(await callsIn(dir)).toEqual(Array.from({ length: 80 }, (_, n) => `call_${n >> 1}`))
    const report = await verifyTranscript({ dir, anchor: `${dir}.audit` })
    expect([report.exitCode, report.findings, report.records]).toEqual([0, [], records])
  })

  it.each(['ENOSPC', 'EIO'])(
    'refuses a record on %s, keeps a file that verifies, and goes on when the disk does',
    async code => {
      const dir = transcriptFolder()
      const { disk, openFile } = faultyFiles()
      const transcript = openTranscript({ dir, durability, openFile })
      await transcript.append(record('before'), commit(1))
      await transcript.flush()
      disk.writes = code
      const refused = async () => {
        for (let attempt = 0; attempt < 3; attempt += 1) {
          await transcript.append(record('refused'), commit(1))
          await transcript.flush()
        }
      }
      await expect(refused()).rejects.toMatchObject({ name: 'TranscriptError', code })
      expect(transcript.health()).toMatchObject({
        state: 'failing',
        lastError: expect.stringContaining(code),
      })
      disk.writes = ''
      await transcript.append(record('after'), commit(1))
      await transcript.close()
      expect(await callsIn(dir)).toEqual(['before', 'after'])
      const { findings, lost } = await verifyTranscript({ dir })
      expect(findings).toEqual([])
      expect(lost.map(({ callId }) => callId)).toEqual(['before', 'after'])
    },
  )
})

describe('an asynchronous transcript', () => {
  it('keeps the order of records that come faster than they can be written, over segments', async () => {
    const dir = transcriptFolder()
    const transcript = openTranscript({ dir, durability: 'async', rotateBytes: 200_000 })
    for (let call = 0; call < 15_000; call += 1) {
      void transcript.append(record(`call_${call}`), commit(call))
      void transcript.append(record(`call_${call}`, { type: 'tool.output', outcome: 'ok' }), commit(call))
      // Now and then a write gets on its way, and has not ended when the next records come.
      if (call % 1_000 === 0) await new Promise(resolve => setImmediate(resolve))
      if (call % 4_500 === 0) await new Promise(resolve => setTimeout(resolve, 11))
    }
    await transcript.close({ timeoutMs: 20_000 })
    const calls = await callsIn(dir)
    expect(calls).toEqual(Array.from({ length: 30_000 }, (_, n) => `call_${n >> 1}`))
    const { findings, lostCalls, exitCode } = await verifyTranscript({ dir, redactor: false })
    expect([findings, lostCalls, exitCode]).toEqual([[], 0, 0])
  })
})

describe('a disk that does not keep what it was given', () => {
  it('is told to the caller, and the record is not in the chain', async () => {
    const dir = transcriptFolder()
    const { disk, openFile } = faultyFiles()
    const transcript = openTranscript({ dir, openFile })
    await transcript.append(record('before'), commit(1))
    disk.syncs = 'EIO'
    await expect(transcript.append(record('refused'), commit(1))).rejects.toThrow('the disk failed')
    disk.syncs = ''
    await transcript.close()
    expect(await callsIn(dir)).toEqual(['before'])
    expect((await verifyTranscript({ dir })).findings).toEqual([])
  })
})

describe('a call whose intent cannot be recorded', () => {
  const ran: string[] = []
  const tool = createTool({ id: 'pay', description: 'Pays', execute: async () => void ran.push('ran') })

  test.each([
    ['block', 'audit_unavailable', 0],
    ['continue', 'ok', 1],
  ] as const)('with onError %s ends %s', async (onError, outcome, times) => {
    ran.length = 0
    const { disk, openFile } = faultyFiles()
    const transcript = openTranscript({ dir: transcriptFolder(), openFile, onError })
    disk.writes = 'ENOSPC'
    const t = createTestRuntime({ tools: [tool], transcript, metrics: 'all' })
    expect((await t.call('pay', {})).outcome).toBe(outcome)
    expect(ran).toHaveLength(times)
    const points = await t.metric('toolspan.transcript.records')
    expect(JSON.stringify(points)).toContain('TranscriptError')
    await transcript.close()
  })

  it('is refused too where the folder cannot be written', async () => {
    const dir = transcriptFolder()
    writeFileSync(dir, 'a file is in the way')
    const transcript = openTranscript({ dir, onError: 'block' })
    const runtime = createRuntime({
      tools: [tool],
      transcript,
      logger: silent,
    })
    expect((await runtime.call('pay', {})).outcome).toBe('audit_unavailable')
    expect(transcript.health().lastError).toMatch(/EEXIST|ENOTDIR/)
    await transcript.close()
  })
})

describe('files of a transcript', () => {
  it('are for their owner alone', async () => {
    const dir = transcriptFolder()
    const transcript = openTranscript({ dir })
    await writeCalls(transcript, 2)
    await transcript.close()
    for (const folder of [dir, `${dir}.audit`, `${dir}.audit/private`, `${dir}.audit/private/salts`])
      expect(statSync(folder).mode & 0o777).toBe(0o700)
    const secret = readdirSync(`${dir}.audit`, { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter(entry => entry.isFile() && !entry.name.match(/^[0-9a-f]{16}\.pem$/))
      .map(entry => join(entry.parentPath, entry.name))
    for (const file of [...segmentsIn(dir), ...secret]) expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('are not made before the first record', async () => {
    const dir = transcriptFolder()
    const transcript = openTranscript({ dir })
    expect((await transcript.close()).state).toBe('closed')
    expect(existsSync(dir)).toBe(false)
    expect(() => transcript.append(record('late'), commit(1))).toThrow('closed')
  })

  it('are rotated by size and by age, and the chain goes on over them', async () => {
    const dir = transcriptFolder()
    const { clock } = createTestRuntime({ tools: [] })
    const transcript = openTranscript({ dir, rotateBytes: 20_000, rotateMs: 60_000, clock })
    await writeCalls(transcript, 64)
    const bySize = segmentsIn(dir).length
    expect(bySize).toBeGreaterThan(2)
    await clock.advance(61_000)
    await writeCalls(transcript, 1, 64)
    await transcript.close()
    expect(segmentsIn(dir).length).toBe(bySize + 1)
    for (const path of segmentsIn(dir)) expect(linesOf(path).at(-1)).toContain('"type":"checkpoint"')
    expect((await verifyTranscript({ dir })).findings).toEqual([])
  })

  it('get a signed checkpoint after 256 records, or after 5 seconds', async () => {
    const dir = transcriptFolder()
    const { clock } = createTestRuntime({ tools: [] })
    const transcript = openTranscript({ dir, clock })
    const checkpoints = () =>
      segmentsIn(dir)
        .flatMap(linesOf)
        .filter(line => line.includes('"type":"checkpoint"')).length
    await writeCalls(transcript, 10)
    expect(checkpoints()).toBe(1)
    await clock.advance(5_001)
    await transcript.flush()
    expect(checkpoints()).toBe(2)
    await writeCalls(transcript, 300, 10)
    expect(checkpoints()).toBeGreaterThanOrEqual(4)
    await transcript.close()
  })

  it('of the default place are where TOOLSPAN_DIR says', () => {
    const dir = `${transcriptFolder()}-store`
    const script = `import { openTranscript } from './dist/audit/index.js'; console.log(openTranscript().dir)`
    const run = (env: Record<string, string>) =>
      spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        encoding: 'utf8',
        env: { ...process.env, ...env },
      })
    expect(run({ TOOLSPAN_DIR: dir }).stdout.trim()).toBe(join(dir, 'transcripts'))
    expect(run({ TOOLSPAN_DIR: '' }).stdout.trim()).toBe(join(process.cwd(), '.toolspan', 'transcripts'))
  })
})

describe('a process that ends without closing its transcript', () => {
  test.each(DURABILITIES)(
    'still writes all that was taken and the end, with durability %s',
    async durability => {
      const dir = transcriptFolder()
      mkdirSync(join(dir, '..'), { recursive: true })
      const script = `
      import { openTranscript } from './dist/audit/index.js'
      const transcript = openTranscript({ dir: process.argv[1], durability: '${durability}' })
      const commit = () => ({ raw: 'hmac-sha256:00' })
      const take = n => transcript.append({ type: 'tool.output', ts: new Date().toISOString(), toolName: 't', toolCallId: 'c' + n, outcome: 'ok', view: n }, commit)
      for (let n = 0; n < 100; n += 1) void take(n)
      setImmediate(() => { for (let n = 100; n < 200; n += 1) void take(n); process.exit(0) })`
      const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, dir], {
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([0, ''])
      expect(await callsIn(dir)).toHaveLength(200)
      const report = await verifyTranscript({ dir, anchor: `${dir}.audit` })
      expect([report.exitCode, report.findings]).toEqual([0, []])
    },
  )
})

describe('heads', () => {
  it('are copied to a second place, a folder or a function, and a place that fails is told and does no harm', async () => {
    const dir = transcriptFolder()
    const elsewhere = `${dir}-elsewhere`
    const first = openTranscript({ dir, heads: elsewhere })
    await writeCalls(first, 3)
    await first.close()
    expect(readFileSync(join(elsewhere, 'heads.jsonl'), 'utf8')).toBe(
      readFileSync(`${dir}.audit/heads.jsonl`, 'utf8'),
    )
    const told: number[] = []
    const second = openTranscript({ dir, heads: ({ size }) => void told.push(size) })
    await writeCalls(second, 3)
    await second.close()
    expect(told).toEqual([1, 9])
    const third = openTranscript({ dir, heads: () => Promise.reject(new Error('unreachable')) })
    await writeCalls(third, 3)
    expect(await third.close()).toMatchObject({ headsFailed: 2, lastError: 'unreachable', failed: 0 })
  })

  it('are signed with the key that is given, which is not kept beside the transcript', async () => {
    const dir = transcriptFolder()
    const { privateKey } = generateKeyPairSync('ed25519')
    const key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const transcript = openTranscript({ dir, key })
    await writeCalls(transcript, 3)
    await transcript.close()
    expect(existsSync(`${dir}.audit/private/signing.pem`)).toBe(false)
    expect((await verifyTranscript({ dir })).verdicts.signature.status).toBe('ok')
  })
})

describe('options', () => {
  test.each<[keyof TranscriptOptions, unknown, string]>([
    ['dir', 1, 'the path of a folder'],
    ['durability', 'eventually', "'sync', 'group' or 'async'"],
    ['onError', 'ignore', "'continue' or 'block'"],
    ['key', 'secret', 'an Ed25519 private key in PEM'],
    ['rotateBytes', 0, 'a number of bytes above 0'],
    ['retention', { days: 3 }, '{ maxAgeMs }'],
  ])('that cannot be used are refused: %s', (name, value, sentence) => {
    expect(() => openTranscript({ [name]: value })).toThrow(sentence)
  })

  test('that are not there are refused with those that are', () => {
    expect(() => openTranscript(JSON.parse('{"folder":"x"}'))).toThrow(
      /folder is not an option.+known options are dir,/,
    )
  })
})

test('two processes that begin at once in a fresh folder share one key', async () => {
  const dir = transcriptFolder()
  const open = () => openTranscript({ dir })
  const transcripts = [open(), open(), open()]
  await Promise.all(transcripts.map((transcript, index) => writeCalls(transcript, 3, index * 3)))
  for (const transcript of transcripts) await transcript.close()
  expect(readdirSync(`${dir}.audit/public-keys`)).toHaveLength(1)
  expect((await verifyTranscript({ dir, anchor: `${dir}.audit` })).findings).toEqual([])
  chmodSync(dir, 0o700)
})
