import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createRuntime, type TaskState } from 'toolspan'
import { fileStore } from 'toolspan/files'
import { expect, it } from 'vitest'
import { TRANSITIONS } from '../../../src/runtime/tasks/task-states.js'
import { temporaryDirectory } from '../../cli/support/temporary-directory.js'
import { reportTool, shortOfTime } from './children/report-tool.mjs'

const KILLS = 200
const LANES = 4
const MOST_LINES = 15

const key = 'a key of the test, and of nothing else'
const program = fileURLToPath(new URL('./children/work.mjs', import.meta.url))
const FINAL = ['completed', 'failed', 'cancelled', 'timed_out']

it('loses no task and ends none twice, whenever a process is killed', { timeout: 300_000 }, async () => {
  const lanes = await Promise.all(Array.from({ length: LANES }, () => lane(KILLS / LANES)))
  const lines = lanes.flatMap(({ told }) => told)
  const moves = lines.map(line => line.split(' ')).filter(([id]) => id?.startsWith('task_'))
  // The kills fell among all that can happen to a task.
  for (const state of ['running', 'pending', 'completed']) {
    expect(moves.filter(([, , to]) => to === state).length).toBeGreaterThan(10)
  }
  for (const [, from, to] of moves) expect(TRANSITIONS[from as TaskState]).toContain(to)
  const ends = moves.filter(([, , to = '']) => FINAL.includes(to)).map(([id]) => id)
  expect(new Set(ends).size).toBe(ends.length)
  for (const { dispatched, ended } of lanes) {
    expect(dispatched.filter(id => !ended.has(id))).toEqual([])
    expect([...ended.values()].filter(state => !FINAL.includes(state))).toEqual([])
  }
  const lost = lanes.flatMap(({ lostAttempts }) => lostAttempts)
  expect(lost.length).toBeGreaterThan(0)
})

/** Kills one process after the other in a folder of its own, and lets this one finish what they have left. */
async function lane(kills: number) {
  const dir = temporaryDirectory()
  const told: string[] = []
  for (let kill = 0; kill < kills; kill += 1) told.push(...(await workUntilKilled(dir, kill * 100)))
  const tickets = fileStore({ dir, key })
  const tool = reportTool(() => {})
  const logger = { debug() {}, info() {}, warn() {}, error() {} } as never
  const background = { ...shortOfTime, concurrency: 20 }
  const runtime = createRuntime({ tools: [tool], tickets, background, logger })
  for (const { taskId } of await runtime.tasks.list()) await runtime.tasks.wait(taskId)
  const tasks = await runtime.tasks.list()
  await runtime.close()
  const records = await tickets.list()
  return {
    told,
    dispatched: told.flatMap(line => /^dispatched (\S+)/.exec(line)?.[1] ?? []),
    ended: new Map(tasks.map(({ taskId, state }) => [taskId, state])),
    lostAttempts: records.filter(({ task }) => task?.lost).map(({ id }) => id),
  }
}

/** Answers what the process told before it was killed. */
function workUntilKilled(dir: string, from: number): Promise<string[]> {
  const child = spawn(process.execPath, [program, dir, key, String(from)], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  // By what was told and not by time, so that a busy machine kills at the same points.
  const lines = 1 + Math.random() * MOST_LINES
  child.stdout.on('data', chunk => {
    printed += chunk
    if (printed.split('\n').length > lines) setTimeout(() => child.kill('SIGKILL'), Math.random() * 5)
  })
  return new Promise((resolve, reject) => {
    child.on('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(printed.split('\n').slice(0, -1))
      else reject(new Error(`the process ended by itself with ${code}`))
    })
  })
}
