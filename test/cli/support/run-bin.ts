import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface BinRun {
  code: number | null
  stdout: string
  stderr: string
  tookMs: number
}

export interface BinSettings {
  cwd: string
  env?: Record<string, string>
  stdin?: string
  /** Sends Ctrl-C once standard error says so. */
  interruptAt?: string
}

export const bin = fileURLToPath(new URL('../../../dist/cli/bin.js', import.meta.url))

/** Runs the built command in a process of its own, without the variables of this one. */
export function runBin(args: string[], { cwd, env, stdin = '', interruptAt }: BinSettings): Promise<BinRun> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [bin, ...args], { cwd, env: { PATH: process.env.PATH, ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', chunk => {
    stdout += chunk
  })
  child.stderr.on('data', chunk => {
    stderr += chunk
    if (interruptAt && stderr.includes(interruptAt)) child.kill('SIGINT')
  })
  child.stdin.on('error', () => {})
  child.stdin.end(stdin)
  return new Promise(resolve => {
    child.on('close', code => resolve({ code, stdout, stderr, tookMs: performance.now() - startedAt }))
  })
}
