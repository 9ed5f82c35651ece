import { describe, expect, test } from 'vitest'
import type { TraceSummary } from '../../src/exporters/trace-summary.js'
import { project } from './support/project.js'
import { runBin } from './support/run-bin.js'

const content = `
import { createTool, createRuntime } from 'toolspan'
const later = ms => new Promise(resolve => setTimeout(resolve, ms))
const retry = { maxAttempts: 3, delayMs: 1 }
let failures = 0
const recovers = createTool({ id: 'recovers', description: 'd', retry, execute: () => {
  if (failures++ === 0) throw new Error('not yet')
  return 'at last'
} })
const fails = createTool({ id: 'fails', description: 'd', execute: () => { throw new Error('never') } })
const slow = createTool({ id: 'slow', description: 'd', retry, execute: (_, { abortSignal }) => new Promise((_, reject) => {
  abortSignal.addEventListener('abort', () => reject(new Error('stopped')))
  process.stderr.write('waiting')
}) })
const inner = createRuntime({ tools: [recovers, fails], logs: { logger: false } })
const outer = createTool({ id: 'outer', description: 'd', execute: async () => {
  await inner.call('fails', {})
  return (await inner.call('recovers', {})).outcome
} })
export const tools = [recovers, fails, slow, outer]
`

async function listedAfter(tools: string[][]) {
  const cwd = project({ 'tools.ts': content })
  const said: { outcome: string; traceId: string }[] = []
  for (const [tool = '', ...args] of tools)
    said.push(
      JSON.parse(
        (await runBin(['call', 'tools.ts', tool, '--input', '{}', '--json', ...args], { cwd })).stdout,
      ),
    )
  const list = (...args: string[]) => runBin(['traces', ...args], { cwd })
  const find = async (...args: string[]): Promise<TraceSummary[]> =>
    JSON.parse((await list('--json', ...args)).stdout).traces
  return { cwd, said, list, find }
}

describe('the list of traces has the word that the call ended with', () => {
  test('for a call that went well at its second attempt, timed out or failed at each attempt', async () => {
    const { said, list, find } = await listedAfter([['recovers'], ['slow', '--timeout', '150ms'], ['fails']])
    expect(said.map(({ outcome }) => outcome)).toEqual(['ok', 'timed_out', 'error'])
    const traces = await find()
    for (const { traceId, outcome } of said)
      expect(traces.find(trace => trace.traceId === traceId)).toMatchObject({ outcome, calls: 1 })
    expect((await list()).stdout).toMatch(/ fails +error [\s\S]* slow +timed_out [\s\S]* recovers +ok /)
    expect((await find('--outcome', 'error')).map(({ traceId }) => traceId)).toEqual([said[2]?.traceId])
    expect((await find('--outcome', 'ok')).map(({ traceId }) => traceId)).toEqual([said[0]?.traceId])
  })

  test.skipIf(process.platform === 'win32')('for a call that was cancelled', async () => {
    const { cwd, list, find } = await listedAfter([])
    await runBin(['call', 'tools.ts', 'slow', '--input', '{}'], { cwd, interruptAt: 'waiting' })
    expect(await find()).toMatchObject([{ tool: 'slow', outcome: 'cancelled' }])
    expect((await list()).stdout).toMatch(/ slow +cancelled /)
    expect(await find('--outcome', 'error')).toEqual([])
  })

  test('for the outermost of several calls, with their number and how the others ended', async () => {
    const { list, find } = await listedAfter([['outer']])
    expect(await find()).toMatchObject([
      { tool: 'outer', outcome: 'ok', calls: 3, outcomes: { ok: 2, error: 1 } },
    ])
    expect((await list()).stdout).toMatch(/ outer \+2 +ok, 1 error /)
    expect(await find('--outcome', 'error')).toMatchObject([{ tool: 'fails', outcome: 'error', calls: 3 }])
  })
})
