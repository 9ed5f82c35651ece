import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './eventually.js'

/** A server that a test started. */
export interface ServerProcess {
  stop(): Promise<void>
}

export interface ServerSettings {
  command: string
  args: readonly string[]
  cwd: string
  /** Answers once the server is ready; may reject before. */
  ready(): Promise<boolean>
}

/** Starts a server in a process of its own and waits until it answers. */
export async function startServer({ command, args, cwd, ready }: ServerSettings): Promise<ServerProcess> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const hear = (chunk: Buffer) => {
    said = (said + chunk).slice(-8_000)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = new Promise<void>(resolve => {
    child.on('close', () => resolve())
    child.on('error', error => {
      said += error.message
      resolve()
    })
  })
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await ended
    clearTimeout(timer)
  }
  const early = ended.then(() => {
    throw new Error(`${command} ended before it was ready:\n${said}`)
  })
  try {
    await Promise.race([eventually(ready, Boolean, 30_000), early])
  } catch (error) {
    await stop()
    throw error
  }
  early.catch(() => {})
  return { stop }
}

/** Makes a folder for the files of servers. */
export function serverFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'toolspan-system-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
