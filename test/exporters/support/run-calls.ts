import { spawn } from 'node:child_process'

export type Ending = 'natural' | 'exit' | 'signal' | 'uncaught' | 'memory'

export interface CallsRun {
  code: number | null
  signal: string | null
  stderr: string
  calls: { made: number; wrong: number; median: number; p95: number; heapGrowth: number }
  /** Every report of a loss. */
  losses: string[][]
  unhandled: string[]
  /** Milliseconds from the moment the program decided to end to its end. */
  endedAfterMs: number
}

export interface RunCallsOptions {
  /** Path of the bundled program. */
  program: string
  endpoint: string
  calls?: number
  handleSignals?: boolean
  env?: Record<string, string>
}

/** Runs the program that makes calls while its collector is in some state, to its end. */
export function runCalls(ending: Ending, options: RunCallsOptions): Promise<CallsRun> {
  const { program, endpoint, calls = 600, handleSignals = false, env = {} } = options
  const args = ['--expose-gc', program, ending, String(calls), handleSignals ? 'handled' : 'not']
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env },
  })
  const said: { kind: string; value: unknown }[] = []
  let endingAt = 0
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', chunk => {
    stdout += chunk
    const lines = stdout.split('\n')
    stdout = lines.pop() ?? ''
    for (const line of lines) said.push(JSON.parse(line))
    if (endingAt === 0 && said.some(({ kind }) => kind === 'ending')) endingAt = performance.now()
  })
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  const all = <T>(kind: string) => said.filter(one => one.kind === kind).map(({ value }) => value as T)
  return new Promise((resolve, reject) => {
    child.on('close', (code, signal) => {
      const [calls] = all<CallsRun['calls']>('calls')
      if (!calls) return reject(new Error(`the program ended early: ${stderr}`))
      const endedAfterMs = performance.now() - endingAt
      const heard = { losses: all<string[]>('loss'), unhandled: all<string>('unhandled') }
      resolve({ code, signal, stderr, calls, ...heard, endedAfterMs })
    })
  })
}
