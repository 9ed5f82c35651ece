import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PushError } from './push-error.js'

/**
 * Makes this process the only one that pushes a store, as two at once would send the same twice.
 *
 * @returns What gives the lock back.
 * @throws {PushError} When another process has it.
 */
export async function lockPush(dir: string): Promise<() => Promise<void>> {
  const path = join(dir, 'push.lock')
  if (!(await create(path))) {
    const owner = await ownerOf(path)
    if (owner !== undefined && isAlive(owner)) throw busy(owner)
    await moveAway(path, owner)
    if (!(await create(path))) throw busy(await ownerOf(path))
  }
  return () => rm(path, { force: true })
}

async function create(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') return false
    throw new PushError(`${path} cannot be written (${code}); a push keeps beside the store what it has sent`)
  }
}

/** Takes the lock of a process that ended without giving it back, unless somebody else was quicker. */
async function moveAway(path: string, owner: number | undefined): Promise<void> {
  const moved = `${path}.${process.pid}`
  await rename(path, moved).catch(() => {})
  const found = await ownerOf(moved)
  if (found !== owner) await rename(moved, path).catch(() => {})
  else await rm(moved, { force: true })
}

async function ownerOf(path: string): Promise<number | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return Number(text) || undefined
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function busy(owner: number | undefined): PushError {
  return new PushError(
    `another push of this store is running${owner === undefined ? '' : ` (process ${owner})`}; wait until it has ended`,
  )
}
