import { constants } from 'node:fs'
import { access, readFile, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { Finding } from './doctor-finding.js'

const LITTLE_SPACE_BYTES = 100_000_000

type Found = Omit<Finding, 'check'>

/**
 * Looks whether the local store can be written, and who else can read it.
 *
 * @param dir The store.
 * @param cwd What its path is told from.
 */
export async function checkStore(dir: string, cwd: string): Promise<Finding[]> {
  const name = relative(cwd, dir) || '.'
  const stats = await stat(dir).catch(() => undefined)
  const place = stats ? dir : dirname(dir)
  const findings: (Found | undefined)[] =
    stats && !stats.isDirectory()
      ? [
          {
            status: 'problem',
            says: `${name} is a file, where the local store is to be`,
            fix: `mv ${name} ${name}.old`,
          },
        ]
      : [
          await writable(place, name, stats !== undefined),
          stats && whoReads(stats.mode, name),
          await space(place, name),
          await ignored(dir),
        ]
  return findings.flatMap(finding => (finding ? [{ check: 'store', ...finding } as const] : []))
}

async function writable(place: string, name: string, exists: boolean): Promise<Found> {
  try {
    await access(place, constants.W_OK)
    return {
      status: 'ok',
      says: exists ? `${name} can be written` : `${name} is not there yet, and can be made`,
    }
  } catch {
    return {
      status: 'problem',
      says: `${exists ? name : place} cannot be written, so that nothing is kept in files`,
      fix: `make it writable, or set TOOLSPAN_DIR to a folder that is`,
    }
  }
}

function whoReads(mode: number, name: string): Found | undefined {
  if (process.platform === 'win32' || (mode & 0o077) === 0) return undefined
  return { status: 'warning', says: `others on this machine can read ${name}`, fix: `chmod -R go= ${name}` }
}

async function space(place: string, name: string): Promise<Found | undefined> {
  const stats = await statfs(place).catch(() => undefined)
  const free = stats ? stats.bavail * stats.bsize : Number.POSITIVE_INFINITY
  if (free >= LITTLE_SPACE_BYTES) return undefined
  return {
    status: 'warning',
    says: `only ${Math.round(free / 1_000_000)} MB are free where ${name} is`,
    fix: 'free some space, or set TOOLSPAN_DIR to another disk',
  }
}

/** Tells where a store lies in a git repository that would take it in. */
async function ignored(dir: string): Promise<Found | undefined> {
  for (let folder = dirname(dir); ; folder = dirname(folder)) {
    const ignore = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => '')
    const lines = ignore.split('\n').map(line => line.trim().replace(/^\/|\/$/g, ''))
    if (lines.includes(basename(dir))) return undefined
    if (await stat(join(folder, '.git')).catch(() => undefined)) {
      const fix = `echo '${basename(dir)}/' >> ${join(folder, '.gitignore')}`
      return { status: 'warning', says: `git does not ignore ${basename(dir)}`, fix }
    }
    if (folder === dirname(folder)) return undefined
  }
}
