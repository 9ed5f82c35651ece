import fc from 'fast-check'
import { type CallStore, memoryStore, type StoredCall, type TaskState } from 'toolspan'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { aReport, open } from './a-report.js'

/** What a task may become, written down anew from the guide. */
const LEGAL: Record<TaskState, TaskState[]> = {
  pending: ['running', 'cancelled'],
  running: ['pending', 'suspended', 'completed', 'failed', 'timed_out', 'cancelled'],
  suspended: ['pending', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
  timed_out: [],
}

const FINAL = ['completed', 'failed', 'cancelled', 'timed_out']

/** What one attempt does, and what happens beside it. */
const attempt = fc.constantFrom('ok', 'throw', 'suspend', 'hang', 'slow', 'bad-output')
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ do: 'call' } as const) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: 45_000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('resume' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' } as const) },
  { weight: 1, arbitrary: fc.constant({ do: 'join' } as const) },
)

/** Writes down every change of a task's state. */
function watched(store: CallStore) {
  const changes: [id: string, from: StoredCall['state'] | undefined, to: StoredCall['state']][] = []
  const known = new Map<string, StoredCall['state']>()
  const note = (next: StoredCall) => {
    if (next.kind === 'task') changes.push([next.id, known.get(next.id), next.state])
    known.set(next.id, next.state)
  }
  const watchedStore: CallStore = {
    ...store,
    async create(stored) {
      await store.create(stored)
      note(stored)
    },
    async replace(next) {
      const replaced = await store.replace(next)
      if (replaced) note(next)
      return replaced
    },
  }
  return { store: watchedStore, changes }
}

it('takes every task from state to state as is legal, ends each once, and ends every span', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 25 }),
      fc.array(attempt, { minLength: 5, maxLength: 40 }),
      async (steps, attempts) => {
        const { store, changes } = watched(memoryStore())
        const rest = [...attempts]
        const tool = aReport(
          async (_, { suspend, abortSignal }) => {
            const what = rest.shift() ?? 'ok'
            if (what === 'throw') throw new Error('no')
            if (what === 'suspend') return suspend({ question: '?' })
            if (what === 'hang') return new Promise(() => {})
            if (what === 'slow') {
              await new Promise(resolve => abortSignal.addEventListener('abort', resolve))
              return { pages: 1 }
            }
            return { pages: what === 'ok' ? 1 : 'one' }
          },
          { maxRetries: 2, retryDelayMs: 5_000, timeoutMs: 20_000 },
          { outputSchema: z.object({ pages: z.number() }), mcp: { annotations: { idempotentHint: true } } },
        )
        const options = { tickets: store, background: { concurrency: 2, queueLimit: 5 } }
        const first = open(tool, options)
        const { clock } = first
        const opened = [first]
        const runtime = () => opened.at(-1) ?? first
        for (const one of steps) {
          if (one.do === 'call') void runtime().call('report', { city: 'Lyon' })
          else if (one.do === 'advance') await clock.advance(one.ms)
          else if (one.do === 'cancel') {
            const tasks = await runtime().tasks.list()
            const task = tasks[one.which % Math.max(1, tasks.length)]
            if (task) await runtime().tasks.cancel(task.taskId)
          } else if (one.do === 'resume') {
            const pending = await runtime().runtime.pending()
            const ticket = pending[one.which % Math.max(1, pending.length)]?.ticket
            if (ticket)
              await runtime()
                .resume(ticket, { nights: 1 })
                .catch(() => {})
          } else {
            if (one.do === 'restart') void runtime().runtime.close({ timeoutMs: 1_000 })
            opened.push(open(tool, { ...options, clock }))
          }
        }
        // In the end every task ends: what hangs times out, and what is suspended is cancelled.
        const last = open(tool, { ...options, clock })
        opened.push(last)
        for (let rounds = 0; rounds < 40; rounds += 1) {
          await clock.advance(30_000)
          const tasks = await last.tasks.list()
          for (const { taskId } of tasks.filter(({ state }) => state === 'suspended'))
            await last.tasks.cancel(taskId)
          if (tasks.every(({ state }) => FINAL.includes(state))) break
        }
        const left = (await last.tasks.list()).map(({ state }) => state)
        expect(left.filter(state => !FINAL.includes(state))).toEqual([])
        for (const [, from, to] of changes) {
          if (from === undefined) expect(to).toBe('pending')
          else if (from !== to) expect(LEGAL[from as TaskState]).toContain(to)
          else expect(FINAL).not.toContain(from)
        }
        const ends = changes.filter(([, , to]) => FINAL.includes(to)).map(([id]) => id)
        expect(new Set(ends).size).toBe(ends.length)
        await Promise.all(opened.map(t => t.runtime.close({ timeoutMs: 10 })))
        await clock.advance(30_000)
        for (const t of opened) expect(t.spans().length).toBe(t.startedSpans())
      },
    ),
    { numRuns: 60 },
  )
}, 120_000)
