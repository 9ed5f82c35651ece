import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface ProgramRun {
  code: number | null
  signal: string | null
  stdout: string
  stderr: string
  /** Milliseconds from the start of the process to its end. */
  tookMs: number
}

const program = fileURLToPath(new URL('./traced-program.mjs', import.meta.url))

/** Runs the traced program to its end. */
export function runTracedProgram(ending: string, env: Record<string, string>): Promise<ProgramRun> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [program, ending], { env: { PATH: process.env.PATH, ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', chunk => {
    stdout += chunk
  })
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  return new Promise(resolve => {
    child.on('close', (code, signal) =>
      resolve({ code, signal, stdout, stderr, tookMs: performance.now() - startedAt }),
    )
  })
}
