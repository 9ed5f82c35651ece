import { readdir, readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** One copy of a package. */
export interface InstalledPackage {
  name: string
  version: string
  /** Its folder, with links followed. */
  path: string
  peers: Record<string, string>
}

/**
 * Finds every copy of OpenTelemetry's packages that a project has installed, also inside of other packages and in the store
 * of pnpm.
 *
 * @param project A folder of it.
 */
export async function installedPackages(project: string): Promise<InstalledPackage[]> {
  const found = new Map<string, InstalledPackage>()
  for (let folder = project; ; folder = dirname(folder)) {
    await collect(join(folder, 'node_modules'), found)
    if (folder === dirname(folder)) break
  }
  return [...found.values()].sort((a, b) => a.path.length - b.path.length)
}

async function collect(modules: string, found: Map<string, InstalledPackage>): Promise<void> {
  for (const name of await foldersIn(modules)) {
    if (name === '.pnpm') {
      for (const inner of await foldersIn(join(modules, name)))
        await collect(join(modules, name, inner, 'node_modules'), found)
    } else if (name.startsWith('@')) {
      for (const inner of await foldersIn(join(modules, name)))
        await visit(modules, `${name}/${inner}`, found)
    } else if (!name.startsWith('.')) await visit(modules, name, found)
  }
}

async function visit(modules: string, name: string, found: Map<string, InstalledPackage>): Promise<void> {
  const folder = join(modules, name)
  if (name.startsWith('@opentelemetry/')) {
    const path = await realpath(folder).catch(() => folder)
    const manifest = await readManifest(folder)
    if (manifest && !found.has(path)) found.set(path, { name, path, ...manifest })
  }
  await collect(join(folder, 'node_modules'), found)
}

async function readManifest(
  folder: string,
): Promise<Pick<InstalledPackage, 'version' | 'peers'> | undefined> {
  try {
    const { version, peerDependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    return { version: String(version), peers: peerDependencies ?? {} }
  } catch {
    return undefined
  }
}

async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  return entries.flatMap(entry => (entry.isDirectory() || entry.isSymbolicLink() ? entry.name : []))
}
