import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRuntime, createTool } from 'toolspan'
import { openTranscript } from 'toolspan/audit'
import { startTelemetry } from 'toolspan/exporters'
import { fileStore } from 'toolspan/files'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { runCli } from './support/run-cli.js'

let store = ''
let traceId = ''
const transcripts = () => join(store, 'transcripts')
const cli = (...args: string[]) => runCli(args, { env: { TOOLSPAN_DIR: store } })
const json = async (...args: string[]) => JSON.parse((await cli(...args, '--json')).stdout)

const refund = createTool({
  id: 'refund',
  description: 'Pays money back',
  inputSchema: z.object({ amount: z.number(), note: z.string().optional() }),
  requireApproval: ({ amount }) => amount > 100,
  execute: ({ amount }) => ({ paid: amount, apiKey: 'sk-proj-0123456789abcdefABCDEF' }),
})

beforeAll(async () => {
  store = realpathSync(mkdtempSync(join(tmpdir(), 'toolspan-audit-cli-')))
  const telemetry = await startTelemetry({ serviceName: 'shop', local: { dir: store } })
  const transcript = openTranscript({ dir: transcripts() })
  const tickets = fileStore({ dir: store })
  const runtime = createRuntime({ tools: [refund], transcript, tickets })
  const call = (amount: number, toolCallId: string, note?: string) =>
    runtime.call(
      'refund',
      { amount, note },
      { toolCallId, subject: toolCallId, actor: { id: 'bot', kind: 'agent' } },
    )
  traceId = (await call(10, 'call_small')).traceId ?? ''
  const asked = await call(500, 'call_large')
  if (asked.outcome === 'awaiting_approval')
    await runtime.approve(asked.ticket, { by: 'ada', reason: 'checked' })
  await call(900, 'call_waiting', 'marzipan')
  await transcript.close()
  await telemetry.shutdown()
})

afterAll(() => rmSync(store, { recursive: true, force: true }))

describe('audit show', () => {
  test('lists records as a table, and tells one call whole', async () => {
    const list = await cli('audit', 'show')
    expect(list.stdout).toMatch(/time \(UTC\) +tool +record +outcome +actor +call/)
    expect(list.stdout).toMatch(/refund +approval\.decision +approved +bot +call_large/)
    const story = await cli('audit', 'show', 'call_large')
    expect(story.stdout).toContain('approved by ada (user)')
    expect(story.stdout).toContain('"checked"')
    expect(story.stdout).toContain('/apiKey (key:api-key)')
    expect(story.stdout).not.toContain('sk-proj')
    expect(story.stdout).toMatch(/toolspan trace [0-9a-f]{8} {2}draws the trace/)
  })

  test('finds the records of a trace, as the trace finds its records', async () => {
    const { records } = await json('audit', 'show', traceId.slice(0, 12))
    expect(records.map(({ call_id }: { call_id: string }) => call_id)).toEqual(['call_small', 'call_small'])
    const trace = await cli('trace', traceId)
    expect(trace.stdout).toContain(`toolspan audit show ${traceId.slice(0, 8)}`)
    expect((await json('trace', traceId)).transcript).toHaveLength(2)
  })
})

describe('audit verify', () => {
  test('answers each question, and says that completeness is unknown without an anchor', async () => {
    const { code, stdout } = await cli('audit', 'verify')
    expect(code).toBe(0)
    expect(stdout).toMatch(/completeness +unknown/)
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
      /^Nothing was changed\. Whether it is complete is unknown/,
    )
    expect((await cli('audit', 'verify', '--strict')).code).toBe(4)
    const anchored = await cli('audit', 'verify', '--strict', '--anchor', `${transcripts()}.audit`)
    expect([anchored.code, anchored.stdout.trimEnd().split('\n').at(-1)]).toEqual([
      0,
      'Nothing was changed, and nothing is missing.',
    ])
  })

  test('takes the folder, the store or a segment, and ends with 2 where there is none', async () => {
    const [segment = ''] = readdirSync(transcripts())
    for (const given of [transcripts(), store, join(transcripts(), segment)])
      expect((await runCli(['audit', 'verify', given])).code).toBe(0)
    const missing = await runCli(['audit', 'verify', join(store, 'nowhere')])
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('there is no transcript at')])
    const noAnchor = await cli('audit', 'verify', '--anchor', 'nowhere.jsonl')
    expect([noAnchor.code, noAnchor.stderr]).toEqual([2, expect.stringContaining('there is no anchor at')])
    expect((await cli('audit', 'verify', '--pub', 'nowhere.pem')).code).toBe(2)
  })

  test('ends with 1 and shows the place when a record was changed', async () => {
    const [segment = ''] = readdirSync(transcripts())
    const path = join(transcripts(), segment)
    const before = readFileSync(path, 'utf8')
    writeFileSync(path, before.replace('"paid":10', '"paid":99'))
    const { code, stdout } = await cli('audit', 'verify')
    writeFileSync(path, before)
    expect(code).toBe(1)
    expect(stdout).toMatch(/altered .+\.jsonl:\d+, record \d+: its content is not the one that was recorded/)
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^NOT to be trusted as it stands/)
  })
})

describe('audit export', () => {
  test('writes Markdown, CSV, OpenTelemetry events and a trajectory', async () => {
    expect((await cli('audit', 'export', '--call', 'call_small')).stdout).toContain(
      '· refund · tool.output · ok',
    )
    const csv = (await cli('audit', 'export', '--format', 'csv')).stdout.split('\r\n')
    expect(csv[0]).toMatch(/^ts,type,tool,/)
    expect(csv.length).toBeGreaterThan(6)
    const events = (await cli('audit', 'export', '--format', 'otel', '--call', 'call_small')).stdout
      .trim()
      .split('\n')
    const [log] = events.map(line => JSON.parse(line).resourceLogs[0].scopeLogs[0].logRecords[0])
    expect(log).toMatchObject({ traceId, eventName: 'gen_ai.client.inference.operation.details' })
    const atif = JSON.parse((await cli('audit', 'export', '--format', 'atif')).stdout)
    expect(atif.schema_version).toBe('ATIF-v1.7')
    expect(atif.steps.map(({ step_id }: { step_id: number }) => step_id)).toEqual(
      atif.steps.map((_: unknown, index: number) => index + 1),
    )
  })

  test('writes a file whole, and says how many records are in it', async () => {
    const out = join(store, 'calls.csv')
    const { stdout } = await cli('audit', 'export', '--format', 'csv', '--out', out)
    expect(stdout).toMatch(/^\d+ records are in /)
    expect(readFileSync(out, 'utf8')).toContain('call_large')
    const impossible = await cli('audit', 'export', '--out', join(store, 'no', 'such', 'file.md'))
    expect(impossible.code).toBe(2)
  })
})

describe('audit prove', () => {
  test('shows that the records of a call are there, to who has nothing but the public key', async () => {
    const proof = join(store, 'proof.json')
    writeFileSync(proof, (await cli('audit', 'prove', 'call_large')).stdout)
    const pub = join(`${transcripts()}.audit`, 'public-keys')
    const checked = await runCli(['audit', 'prove', '--check', proof, '--pub', pub])
    expect([checked.code, checked.stdout]).toEqual([0, '4 records proven.\n'])
    const changed = readFileSync(proof, 'utf8')
    for (const [from, to] of [
      ['paid', 'said'],
      ['refund', 'refuse'],
      ['"root": "', '"root": "A'],
    ] as const) {
      writeFileSync(proof, changed.replaceAll(from, to))
      expect((await cli('audit', 'prove', '--check', proof)).code).toBe(1)
    }
  })

  test('ends with 2 for a call that is not there and a file that is no proof', async () => {
    expect((await cli('audit', 'prove', 'call_none')).code).toBe(2)
    expect((await cli('audit', 'prove')).code).toBe(2)
    expect((await cli('audit', 'prove', '--check', 'nowhere.json')).code).toBe(2)
  })
})

describe('audit forget', () => {
  test('erases a subject in the transcript and in the store, and verify still ends with 0', async () => {
    const { code, stdout } = await cli(
      'audit',
      'forget',
      '--subject',
      'call_waiting',
      '--reason',
      'request 4711',
    )
    expect(code).toBe(0)
    expect(stdout).toMatch(/The content of 1 record of 1 call is erased, and 1 that waited/)
    for (const name of readdirSync(transcripts()))
      expect(readFileSync(join(transcripts(), name)).includes('marzipan')).toBe(false)
    expect((await cli('audit', 'verify', '--anchor', `${transcripts()}.audit`)).code).toBe(0)
    expect((await cli('pending')).stdout).toContain('Nothing waits')
  })

  test('needs to be told what, and says when nothing of it is kept', async () => {
    expect((await cli('audit', 'forget')).code).toBe(2)
    expect((await cli('audit', 'forget', '--call', 'a', '--subject', 'b')).code).toBe(2)
    expect((await cli('audit', 'forget', '--call', 'call_none')).stdout).toContain('Nothing of it is kept')
  })
})

describe('audit prune', () => {
  test('shows what would go, and leaves what still verifies', async () => {
    expect((await cli('audit', 'prune', '--older-than', '1h')).stdout).toContain('No segment is that old')
    const would = await cli('audit', 'prune', '--older-than', '1ms', '--dry-run')
    expect(would.stdout).toContain('These would go.')
    expect((await json('audit', 'show')).matched).toBeGreaterThan(5)
    expect((await cli('audit', 'prune', '--older-than', '1ms')).stdout).toContain('a receipt says so')
    expect((await cli('audit', 'verify')).code).toBe(0)
    expect((await cli('audit', 'prune')).code).toBe(2)
  })
})

test('audit alone shows what it can do', async () => {
  const { code, stdout } = await cli('audit')
  expect([code, stdout]).toEqual([0, expect.stringContaining('verify [options] [dir]')])
})
