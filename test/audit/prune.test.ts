import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { openTranscript, pruneTranscript, readTranscript, verifyTranscript } from 'toolspan/audit'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, it } from 'vitest'
import { linesOf, segmentsIn, transcriptFolder, writeLines } from './support/folder.js'
import { writeCalls } from './support/record.js'

/** A transcript of several segments, all older than nothing. */
async function segmented() {
  const dir = transcriptFolder()
  const transcript = openTranscript({ dir, durability: 'async', rotateBytes: 60_000 })
  await writeCalls(transcript, 300)
  await transcript.close()
  // A record of this very millisecond is not older than it.
  await wait(3)
  return dir
}

const HOUR = 3_600_000

describe('pruning by age', () => {
  it('says what would go without doing it', async () => {
    const dir = await segmented()
    const before = segmentsIn(dir).map(linesOf)
    const would = await pruneTranscript({ dir, maxAgeMs: 0.001, dryRun: true })
    expect(would.length).toBe(before.length)
    expect(segmentsIn(dir).map(linesOf)).toEqual(before)
    expect(await pruneTranscript({ dir, maxAgeMs: HOUR })).toEqual([])
  })

  it('leaves a stub of each segment, from which the rest still verifies', async () => {
    const dir = await segmented()
    const all = segmentsIn(dir).length
    const pruned = await pruneTranscript({ dir, maxAgeMs: 0.001 })
    expect(pruned).toHaveLength(all)
    const next = openTranscript({ dir })
    await writeCalls(next, 10)
    await next.close()
    const report = await verifyTranscript({ dir, anchor: `${dir}.audit` })
    expect([report.exitCode, report.findings]).toEqual([0, []])
    expect(report.pruned).toBe(pruned.reduce((sum, { records }) => sum + records, 0))
    const types: string[] = []
    for await (const { type } of readTranscript({ dir })) types.push(type)
    expect(types.filter(type => type === 'tool.input')).toHaveLength(10)
    expect(types).toContain('prune')
  })

  it('of the oldest segments leaves the ones behind them as they were', async () => {
    const dir = await segmented()
    const [first = '', second = ''] = segmentsIn(dir)
    await pruneTranscript({ dir, maxAgeMs: 0.001 })
    const stub = linesOf(first)
    const other = await segmented()
    expect(stub).toHaveLength(1)
    expect(linesOf(second)).toHaveLength(1)
    expect((await verifyTranscript({ dir: other })).pruned).toBe(0)
  })

  it('is flagged where a stub stands and no receipt', async () => {
    const dir = await segmented()
    await pruneTranscript({ dir, maxAgeMs: 0.001 })
    const receipts = segmentsIn(dir).at(-1) ?? ''
    rmSync(receipts)
    const { exitCode, findings } = await verifyTranscript({ dir })
    expect(exitCode).toBe(1)
    expect(findings.map(({ message }) => message).join('\n')).toContain('no receipt says so')
  })

  it('is flagged where a stub was changed', async () => {
    const dir = await segmented()
    await pruneTranscript({ dir, maxAgeMs: 0.001 })
    const [first = ''] = segmentsIn(dir)
    writeLines(
      first,
      linesOf(first).map(line => line.replace(/"frontier":\["[A-Za-z0-9+/]{4}/, '"frontier":["AAAA')),
    )
    expect((await verifyTranscript({ dir })).exitCode).toBe(1)
  })

  it('keeps a segment whose chain is broken', async () => {
    const dir = await segmented()
    const [first = ''] = segmentsIn(dir)
    writeLines(
      first,
      linesOf(first).map((line, index) => (index === 20 ? line.replace('look-up', 'look-at') : line)),
    )
    expect(await pruneTranscript({ dir, maxAgeMs: 0.001 })).toEqual([])
  })

  it('happens by itself when a segment is begun, where retention is set', async () => {
    const dir = await segmented()
    const { clock } = createTestRuntime({ tools: [] })
    await clock.advance(HOUR)
    const transcript = openTranscript({ dir, clock, retention: { maxAgeMs: HOUR / 2 } })
    await writeCalls(transcript, 1)
    await transcript.close()
    const { exitCode, pruned, findings } = await verifyTranscript({ dir })
    expect([exitCode, findings]).toEqual([0, []])
    expect(pruned).toBeGreaterThan(500)
  })
})
