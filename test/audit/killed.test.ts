import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { openTranscript, readTranscript, verifyTranscript } from 'toolspan/audit'
import { describe, expect, it } from 'vitest'
import { segmentsIn, transcriptFolder } from './support/folder.js'
import { commit, record } from './support/record.js'

const SCRIPT = 'test/audit/support/writing-process.js'
const WRITERS = 4
const ROUNDS = 50

interface Killed {
  /** What it said was taken. */
  acknowledged: string[]
}

/** Starts a writer and kills it a while after its first record was taken; or before, for a negative while. */
async function killedAfter(ms: number, dir: string, name: string): Promise<Killed> {
  const child = spawn(process.execPath, [SCRIPT, dir, name, 'group'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const told: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => told.push(chunk))
  const closed = once(child, 'close')
  await (ms < 0 ? wait(-ms) : once(child.stdout, 'data').then(() => wait(ms)))
  kill(child)
  await closed
  const lines = Buffer.concat(told).toString('utf8').split('\n')
  return { acknowledged: lines.slice(0, -1) }
}

function kill(child: ChildProcess): void {
  if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
}

/** Random, and the same in every run. */
function randomDelays(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const share = state / 2_147_483_648
    return share < 0.1 ? -share * 2_000 : share * 60
  }
}

async function recordsIn(dir: string): Promise<Set<string>> {
  const found = new Set<string>()
  for await (const { call_id, type } of readTranscript({ dir })) found.add(`${call_id} ${type}`)
  return found
}

describe('writers that are killed', () => {
  it(`at ${ROUNDS * WRITERS} random points leave every acknowledged record, and the next writer appends cleanly`, async () => {
    const delay = randomDelays(20_260_101)
    const rounds = Array.from({ length: ROUNDS }, (_, round) => round)
    const problems: string[] = []
    let acknowledged = 0

    async function playRound(round: number): Promise<void> {
      const dir = transcriptFolder()
      const names = Array.from({ length: WRITERS }, (_, index) => `r${round}w${index}`)
      const killed = await Promise.all(names.map(name => killedAfter(delay(), dir, name)))
      const told = killed.flatMap(one => one.acknowledged)
      acknowledged += told.length
      const next = openTranscript({ dir })
      const before = told.length > 0 ? await verifyTranscript({ dir }) : undefined
      await next.append(record('after'), commit('after'))
      await next.append(record('after', { type: 'tool.output', outcome: 'ok' }), commit('after'))
      const health = await next.close({ timeoutMs: 20_000 })
      const kept = await recordsIn(dir)
      const after = await verifyTranscript({ dir, anchor: `${dir}.audit` })
      const missing = told.filter(one => !kept.has(one))
      if (missing.length > 0)
        problems.push(`round ${round}: ${missing.length} acknowledged records are missing`)
      if (before && before.exitCode !== 3) problems.push(`round ${round}: ${JSON.stringify(before.findings)}`)
      if (told.length > 0 && after.exitCode !== 3)
        problems.push(`round ${round}: ${JSON.stringify(after.findings)}`)
      if (!kept.has('after tool.output')) problems.push(`round ${round}: ${JSON.stringify(health)}`)
      for (const { callId } of after.lost)
        if (told.includes(`${callId} tool.output`)) problems.push(`round ${round}: ${callId} is no lost call`)
    }

    for (const round of rounds) await playRound(round)
    expect(problems).toEqual([])
    expect(acknowledged).toBeGreaterThan(1_000)
  }, 240_000)

  it('are shown by the next one, with the calls they left unfinished', async () => {
    const dir = transcriptFolder()
    await killedAfter(30, dir, 'killed')
    const lost = (await verifyTranscript({ dir })).lost.map(({ callId }) => callId)
    expect(lost.length).toBeGreaterThan(0)
    const next = openTranscript({ dir })
    await next.append(record('after'), commit('after'))
    await next.append(record('after', { type: 'tool.output', outcome: 'ok' }), commit('after'))
    await next.close()
    const told: string[] = []
    for await (const { type, call_id = '' } of readTranscript({ dir }))
      if (type === 'call.lost') told.push(call_id)
    expect(told.sort()).toEqual(lost.sort())
  })

  it.each([
    ['half a record', '{"commit":{"raw":"hm'],
    ['a block of zeros', '\0'.repeat(4_096)],
  ])('may leave %s, which is told to be torn and hides nothing', async (_, rest) => {
    const dir = transcriptFolder()
    const { acknowledged } = await killedAfter(20, dir, 'killed')
    appendFileSync(segmentsIn(dir).at(-1) ?? '', rest)
    const { exitCode, findings } = await verifyTranscript({ dir })
    expect(exitCode).toBe(3)
    expect(findings.map(({ kind }) => kind)).toContain('torn')
    const kept = await recordsIn(dir)
    expect(acknowledged.filter(one => !kept.has(one))).toEqual([])
  })
})
