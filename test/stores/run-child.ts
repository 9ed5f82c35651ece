import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What a process may use. */
export interface Limits {
  openFiles?: number
}

/** Starts a program of `children/` with the built package, without the variables of this process. */
export function startChild(name: string, args: string[], { openFiles }: Limits = {}): ChildProcess {
  const program = fileURLToPath(new URL(`./children/${name}`, import.meta.url))
  const command = [process.execPath, program, ...args]
  const limited = openFiles ? ['sh', '-c', `ulimit -n ${openFiles}; exec "$0" "$@"`, ...command] : command
  const [file = '', ...rest] = limited
  return spawn(file, rest, {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Runs a program of `children/` to its end, and returns what it printed. */
export function runChild(name: string, args: string[], limits?: Limits): Promise<string> {
  const child = startChild(name, args, limits)
  let stdout = ''
  child.stdout?.on('data', chunk => {
    stdout += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('close', code =>
      code === 0 ? resolve(stdout) : reject(new Error(`${name} ended with ${code}`)),
    )
  })
}
