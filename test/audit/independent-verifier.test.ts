import { spawnSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { forgetCalls, openTranscript, pruneTranscript, verifyTranscript } from 'toolspan/audit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyOf, segmentsIn, transcriptFolder } from './support/folder.js'
import { CHANGES, editLines, last, type Original, writeOriginal } from './support/mutated.js'
import { writeCalls } from './support/record.js'

const SCRIPT = 'docs/verify_transcript.py'
const hasPython = spawnSync('python3', ['--version']).status === 0
// Where a machine must have it all, a missing interpreter is a failure and no reason to pass by.
const isRequired = process.env['TOOLSPAN_REQUIRE_SYSTEM'] === '1'

let original: Original

beforeAll(async () => {
  original = await writeOriginal()
})

afterAll(() => rmSync(original.parent, { recursive: true, force: true }))

function python(dir: string, anchor?: string) {
  const heads = anchor ? ['--anchor', join(anchor, 'heads.jsonl')] : []
  const { status, stdout, stderr } = spawnSync('python3', [SCRIPT, dir, ...heads], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return { status, stdout }
}

/** Whether both verifiers end with the same code, and with which. */
async function codesOf(dir: string, anchor?: string) {
  const report = await verifyTranscript({ dir, anchor, redactor: false })
  return { toolspan: report.exitCode, python: python(dir, anchor).status }
}

describe.skipIf(!hasPython && !isRequired)(
  'the verifier in Python (skipped where there is no python3)',
  () => {
    test('agrees on a transcript that nobody changed, and knows no completeness without an anchor', async () => {
      expect(await codesOf(original.dir, original.anchor)).toEqual({ toolspan: 0, python: 0 })
      expect(python(original.dir).stdout).toBe('completeness: unknown\n')
      expect(python(original.dir, original.anchor).stdout).toBe('completeness: as the anchor knows it\n')
    })

    test.each(CHANGES)('agrees when %s', async (_, change) => {
      const dir = copyOf(original.dir)
      change(dir, original)
      const { toolspan, python } = await codesOf(dir, original.anchor)
      expect(python).toBe(toolspan)
      expect(python).not.toBe(0)
    })

    test('agrees on what a writer leaves that was stopped', async () => {
      const dir = copyOf(original.dir)
      // This process wrote it and still runs, which the register would tell.
      rmSync(join(`${dir}.audit`, 'writers.jsonl'))
      editLines(join(`${dir}.audit`, 'heads.jsonl'), lines => lines.splice(-1))
      editLines(last(dir), lines => lines.splice(-20))
      appendFileSync(last(dir), '{"commit":{"raw"')
      expect(await codesOf(dir)).toEqual({ toolspan: 3, python: 3 })
    })

    test('agrees on what was forgotten and pruned with a receipt', async () => {
      const dir = transcriptFolder()
      const transcript = openTranscript({ dir, durability: 'async', rotateBytes: 60_000 })
      await writeCalls(transcript, 200)
      await transcript.close()
      await forgetCalls({ dir, toolCallId: 'call_7' })
      expect(await codesOf(dir)).toEqual({ toolspan: 0, python: 0 })
      await pruneTranscript({ dir, maxAgeMs: 0.001 })
      expect(await codesOf(dir)).toEqual({ toolspan: 0, python: 0 })
      rmSync(segmentsIn(dir).at(-1) ?? '')
      expect(await codesOf(dir)).toEqual({ toolspan: 1, python: 1 })
    })
  },
)
