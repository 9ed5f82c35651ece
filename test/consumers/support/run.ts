import { spawn } from 'node:child_process'

export interface Run {
  code: number | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  cwd: string
  env?: Record<string, string>
  timeoutMs?: number
}

/** Runs a command to its end, in an environment without the settings of the run that started this one. */
export function run(command: string, args: readonly string[], options: RunOptions): Promise<Run> {
  const { cwd, env = {}, timeoutMs = 180_000 } = options
  const child = spawn(command, args, { cwd, env: { ...outerEnvironment(), ...env }, timeout: timeoutMs })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', chunk => {
    output.stdout += chunk
  })
  child.stderr.on('data', chunk => {
    output.stderr += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => resolve({ code, ...output }))
  })
}

/** What the test runner and `npm run` set for themselves would change what a consumer sees. */
const INNER =
  /^(OTEL_|TOOLSPAN_|VITEST|NODE_(ENV|OPTIONS|PATH)$|npm_(lifecycle|package|command|node_execpath|config_local_prefix|config_prefix))/

function outerEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !INNER.test(name)))
}
