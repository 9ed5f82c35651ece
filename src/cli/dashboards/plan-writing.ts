import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cliError } from '../cli-error.js'

/** What would become of each file. */
export interface WritePlan {
  /** Files that are not there, or as an earlier version wrote them. */
  toWrite: string[]
  unchanged: string[]
  /** Files that somebody changed, or that are somebody's own. */
  changed: string[]
}

/** Name of the file that says what was written, so that a later version can tell what somebody changed. */
export const MANIFEST = '.toolspan-dashboards.json'

/** Tells what writing files into a folder would overwrite. @throws {CliError} When a file there cannot be read. */
export async function planWriting(folder: string, files: ReadonlyMap<string, Buffer>): Promise<WritePlan> {
  const written = await readManifest(folder)
  const plan: WritePlan = { toWrite: [], unchanged: [], changed: [] }
  for (const [path, content] of files) {
    const found = await readIfThere(join(folder, path))
    const isOurs = found !== undefined && written[path] === digest(found)
    if (found?.equals(content)) plan.unchanged.push(path)
    else if (found === undefined || isOurs) plan.toWrite.push(path)
    else plan.changed.push(path)
  }
  return plan
}

/** Returns what the manifest says of files. */
export function manifestOf(files: ReadonlyMap<string, Buffer>): string {
  const digests = Object.fromEntries([...files].map(([path, content]) => [path, digest(content)]))
  return `${JSON.stringify({ version: 1, files: digests }, null, 2)}\n`
}

async function readManifest(folder: string): Promise<Record<string, unknown>> {
  const text = (await readIfThere(join(folder, MANIFEST)))?.toString('utf8') ?? '{}'
  try {
    return JSON.parse(text).files ?? {}
  } catch {
    return {}
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    if (code === 'ENOENT') return undefined
    throw cliError('cannot_write', path, code)
  }
}

function digest(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
