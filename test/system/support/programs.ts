import { execFileSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { homedir, machine, type } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { required, skippedWithout } from './system-leg.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Finds a program of the `PATH`. */
function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map(folder => join(folder, name)).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The programs of Prometheus: as the package `prometheus` of Debian brings them. */
export const prometheus = onPath('prometheus')
export const promtool = onPath('promtool')

/** Why tests that need Prometheus are left out. */
export const withoutPrometheus = skippedWithout(
  prometheus !== undefined && promtool !== undefined,
  'Prometheus is not installed: apt-get install prometheus, or put prometheus and promtool on the PATH',
)

/** Where `scripts/build-jaeger.sh` leaves the pinned Jaeger. */
function builtJaeger(): string | undefined {
  const cache =
    process.env.TOOLSPAN_SYSTEM_CACHE ??
    join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'toolspan-system')
  const module = readFileSync(join(root, 'test/system/jaeger/go.mod'), 'utf8')
  const [, version] = /^require github\.com\/jaegertracing\/jaeger v(\S+)/m.exec(module) ?? []
  const path = join(cache, `jaeger-${version}-${type()}-${machine()}`)
  return isProgram(path) ? path : undefined
}

/** Why tests that need Jaeger are left out. */
export const withoutJaeger = skippedWithout(
  builtJaeger() !== undefined,
  'Jaeger is not built: scripts/build-jaeger.sh builds it, with Go 1.24 or newer',
)

/** Returns the path of Jaeger, built now if it must be. */
export function jaegerProgram(): string {
  const built = builtJaeger()
  if (built !== undefined || !required) return built ?? ''
  return execFileSync(join(root, 'scripts/build-jaeger.sh'), { encoding: 'utf8' }).trim()
}
