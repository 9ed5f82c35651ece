import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Runtime } from '../../runtime/runtime.js'
import { demoCalls } from './demo-calls.js'
import { packageFiles } from './package-files.js'
import { startPageServer } from './page-server.js'
import { type EndedCall, runCalls } from './run-calls.js'

/** Makes every call of the demo once. */
export async function callEverything(
  runtime: Runtime,
  onProgress: (ended: number, of: number) => void,
): Promise<EndedCall[]> {
  const files = packageFiles()
  const scratch = await scratchCopy(files.examples)
  const server = await startPageServer(files.documents)
  try {
    const calls = demoCalls(files, server.url, scratch)
    return await runCalls(runtime, calls, count => onProgress(count, calls.length))
  } finally {
    await server.close()
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Copies a directory to where its files may be changed. */
async function scratchCopy(directory: string): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'toolspan-demo-'))
  await cp(directory, scratch, { recursive: true })
  return scratch
}
