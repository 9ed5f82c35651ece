import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type VerifyReport, verifyTranscript } from 'toolspan/audit'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { copyOf, segmentsIn } from './support/folder.js'
import { CHANGES, editLines, last, middle, type Original, resign, writeOriginal } from './support/mutated.js'

let original: Original

beforeAll(async () => {
  original = await writeOriginal()
})

afterAll(() => rmSync(original.parent, { recursive: true, force: true }))

/** Changes a copy, and verifies it with and without the anchor. */
async function verifyAfter(
  change: (dir: string, original: Original) => void,
): Promise<{ anchored: VerifyReport; alone: VerifyReport }> {
  const dir = copyOf(original.dir)
  change(dir, original)
  return {
    anchored: await verifyTranscript({ dir, anchor: original.anchor }),
    alone: await verifyTranscript({ dir }),
  }
}

describe('a transcript that nobody changed', () => {
  it('is told to be whole with an anchor, and of unknown completeness without one', async () => {
    const { anchored, alone } = await verifyAfter(() => {})
    expect(segmentsIn(original.dir).length).toBeGreaterThan(3)
    expect(anchored.findings).toEqual([])
    expect(Object.values(anchored.verdicts).map(({ status }) => status)).toEqual(Array(9).fill('ok'))
    expect([anchored.exitCode, alone.exitCode]).toEqual([0, 0])
    expect(alone.verdicts.completeness.status).toBe('unknown')
    expect((await verifyTranscript({ dir: original.dir, strict: true })).exitCode).toBe(4)
  })
})

describe('a transcript of 1,200 records', () => {
  test.each(CHANGES)('is flagged when %s', async (_, change) => {
    const { anchored, alone } = await verifyAfter(change)
    expect([1, 3]).toContain(anchored.exitCode)
    expect(anchored.findings.length).toBeGreaterThan(0)
    expect(alone.verdicts.completeness.status).not.toBe('ok')
  })

  it('is told to be tampered with, not torn, when records are cut off that a head knows of', async () => {
    for (const count of [1, 2, 10]) {
      const { anchored } = await verifyAfter(dir => editLines(last(dir), lines => lines.splice(-count)))
      expect(anchored.exitCode).toBe(1)
      expect(anchored.findings.map(({ kind }) => kind)).toContain('removed')
    }
  })

  it('is flagged whichever of 200 bytes is flipped', async () => {
    const dir = copyOf(original.dir)
    const paths = segmentsIn(dir)
    const missed: string[] = []
    for (let round = 0; round < 200; round += 1) {
      const path = paths[round % paths.length] ?? ''
      const bytes = readFileSync(path)
      const at = (round * 7_919 * 131) % bytes.length
      const changed = Buffer.from(bytes)
      changed[at] = (bytes[at] ?? 0) ^ (1 << (round % 8))
      writeFileSync(path, changed)
      const { exitCode, findings } = await verifyTranscript({ dir, redactor: false })
      if (exitCode !== 1 || findings.length === 0) missed.push(`${path} byte ${at}`)
      writeFileSync(path, bytes)
    }
    expect(missed).toEqual([])
    expect((await verifyTranscript({ dir })).exitCode).toBe(0)
  })

  it.each<[string, string, (dir: string) => void]>([
    ['removed', 'is deleted', dir => editLines(middle(dir), lines => lines.splice(40, 1))],
    ['inserted', 'is copied', dir => editLines(middle(dir), lines => lines.splice(40, 0, lines[39] ?? ''))],
    [
      'reordered',
      'changes places',
      dir => editLines(middle(dir), lines => lines.splice(40, 2, lines[41] ?? '', lines[40] ?? '')),
    ],
    [
      'altered',
      'is changed',
      dir =>
        editLines(middle(dir), lines => lines.splice(40, 1, (lines[40] ?? '').replace('look-up', 'look-at'))),
    ],
    ['resigned', 'is signed anew', dir => void resign(dir)],
  ])('gives one kind of finding, %s, when a record %s, with its place', async (kind, _, change) => {
    const { alone } = await verifyAfter(change)
    const kinds = new Set(
      alone.findings.filter(({ verdict }) => verdict !== 'merkle').map(found => found.kind),
    )
    expect([...kinds]).toContain(kind)
    expect(alone.findings[0]).toMatchObject({ file: expect.any(String), line: expect.any(Number) })
    if (kind !== 'resigned') expect([...kinds]).toEqual([kind])
  })
})
