import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { BIN } from './served-module.js'

/** A running `toolspan mcp`. */
export interface Command {
  child: ChildProcess
  out(): string
  err(): string
  /** Resolves with the exit code. */
  exited: Promise<number | null>
}

/** Starts `toolspan mcp` with arguments. */
export function startCommand(args: readonly string[], cwd: string): Command {
  const child = spawn(process.execPath, [BIN, 'mcp', ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1' },
  })
  let out = ''
  let err = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  child.stderr.on('data', chunk => {
    err += chunk
  })
  const exited = once(child, 'close').then(([code]) => code as number | null)
  return { child, out: () => out, err: () => err, exited }
}

/** Starts it over HTTP at a free port, and waits until it listens. */
export async function startHttp(
  cwd: string,
  module = 'tools.ts',
  ...more: string[]
): Promise<Command & { url: string }> {
  const command = startCommand([module, '--http', '--port', '0', '--json', ...more], cwd)
  const ready = Promise.race([once(command.child.stdout as never, 'data'), command.exited])
  await ready
  if (!command.out()) throw new Error(`it did not start: ${command.err()}`)
  return { ...command, url: JSON.parse(command.out()).url }
}
