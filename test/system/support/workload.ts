import { setTimeout as pause } from 'node:timers/promises'
import { createRuntime, createTool, type ToolResult } from 'toolspan'
import { z } from 'zod'
import { silentLogger } from '../../../src/cli/silent-logger.js'

/** How often each outcome of each tool was met, as the calls themselves answered. */
export type Tally = Record<string, Record<string, number>>

export interface Workload {
  /** Makes one of every kind of call there is. */
  round(): Promise<void>
  tally: Tally
}

const SLOW_MS = 30

/** Builds tools that end in every way a dashboard shows, and the runtime that calls them. */
export function buildWorkload(): Workload {
  const tally: Tally = {}
  const lost = { next: false }
  const transcript = {
    append: () => {
      if (lost.next) throw new RangeError('the disk is full')
    },
  }
  const observed = { logger: silentLogger, metrics: 'all', capture: 'redacted' } as const
  const runtime = createRuntime({ ...observed, tools, agentName: 'support-agent', transcript })
  const blocked = createRuntime({
    ...observed,
    tools: [search],
    transcript: { append: () => Promise.reject(new Error('no disk')), onError: 'block' as const },
  })
  const leaky = createRuntime({ ...observed, tools: [search], redactor: brokenRedactor })

  function count(tool: string, outcome: string): void {
    const outcomes = tally[tool] ?? {}
    tally[tool] = { ...outcomes, [outcome]: (outcomes[outcome] ?? 0) + 1 }
  }
  async function tallied(calling: Promise<ToolResult>): Promise<ToolResult> {
    const result = await calling
    count(result.outcome === 'not_found' ? '_OTHER' : result.toolName, result.outcome)
    return result
  }
  async function asked(input: { amount: number }) {
    await tallied(runtime.call('refund', input))
    return (await runtime.pending()).at(-1)?.ticket ?? ''
  }

  async function round(): Promise<void> {
    for (let n = 0; n < 4; n++) await tallied(runtime.call('search', { text: 'lights' }))
    await tallied(runtime.call('search', { text: 'x' }))
    await tallied(runtime.call('fetch', { fails: false }))
    await tallied(runtime.call('fetch', { fails: true }))
    await tallied(runtime.call('slow', {}))
    await (await tallied(runtime.call('lookup', {}))).view('display')
    await tallied(runtime.call('made-up', {}))
    await tallied(runtime.call('elsewhere', {}))
    const report = await tallied(runtime.call('report', {}))
    const { state } = await runtime.tasks.wait(('taskId' in report && report.taskId) || '')
    count('report', state === 'completed' ? 'ok' : state)
    await tallied(runtime.approve(await asked({ amount: 5 }), { by: 'ada' }))
    await tallied(runtime.deny(await asked({ amount: 500 }), { by: 'ada' }))
    await tallied(runtime.call('question', {}))
    const waiting = (await runtime.pending()).find(({ toolName }) => toolName === 'question')
    await tallied(runtime.resume(waiting?.ticket ?? '', { answer: 'yes' }))
    lost.next = true
    await tallied(runtime.call('search', { text: 'not recorded' }))
    lost.next = false
    await tallied(blocked.call('search', { text: 'refused' }))
    await tallied(leaky.call('search', { text: 'anything' }))
  }
  // One waits for ever, so that there is something to be seen waiting.
  return {
    tally,
    round: async () => {
      if (Object.keys(tally).length === 0) await tallied(runtime.call('refund', { amount: 50 }))
      await round()
    },
  }
}

const search = createTool({
  id: 'search',
  description: 'Searches',
  inputSchema: z.object({ text: z.string().min(2) }),
  execute: () => pause(2, ['found']),
})

const fetch = createTool({
  id: 'fetch',
  description: 'Fetches, at the second attempt, or never',
  inputSchema: z.object({ fails: z.boolean() }),
  retry: { maxAttempts: 2 },
  execute: ({ fails }, { attempt }) => {
    if (fails) throw new TypeError('gone')
    if (attempt === 1) throw new Error('busy')
    return 'a page'
  },
})

const slow = createTool({
  id: 'slow',
  description: 'Takes longer than it may, and hears no signal',
  timeoutMs: SLOW_MS,
  execute: () => pause(2 * SLOW_MS),
})

const lookup = createTool({
  id: 'lookup',
  description: 'Has hooks and transforms, some of which fail, and an output with a secret',
  onInputAvailable: () => pause(1),
  onOutput: () => {
    throw new SyntaxError('no such template')
  },
  transform: {
    display: { input: ({ input }) => input, output: () => Promise.reject(new URIError('no such field')) },
    transcript: { input: ({ input }) => input, output: ({ output }) => output },
  },
  execute: () => pause(20, { name: 'Acme', password: 'correct horse battery staple' }),
})

const refund = createTool({
  id: 'refund',
  description: 'Pays money back, when somebody says so',
  inputSchema: z.object({ amount: z.number() }),
  requireApproval: true,
  execute: ({ amount }) => ({ paid: amount }),
})

const question = createTool({
  id: 'question',
  description: 'Asks its user',
  resumeSchema: z.object({ answer: z.string() }),
  execute: (_, { resumeData, suspend }) => resumeData ?? suspend({ question: 'Really?' }),
})

const elsewhere = createTool({ id: 'elsewhere', description: 'Runs in a browser' })

const report = createTool({
  id: 'report',
  description: 'Goes on in the background',
  background: { enabled: true },
  execute: () => pause(2, 'written'),
})

const tools = [search, fetch, slow, lookup, refund, question, elsewhere, report]

const broken = () => {
  throw new Error('a redactor of somebody else, with a mistake')
}
const brokenRedactor = {
  strict: false,
  policyDigest: undefined,
  redact: broken,
  redactText: broken,
  explain: broken,
  registerSecret: () => {},
}
