import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npmOrThrow } from './npm.js'

/** A folder for fresh projects, outside of any project. */
export interface Workspace {
  dir: string
  /** The package as `npm pack` makes it. */
  tarball: string
  /** Creates an empty project and returns its folder. */
  project(name: string, manifest?: object): string
  remove(): Promise<void>
}

/** Packs the built package into a folder of its own. */
export async function openWorkspace(): Promise<Workspace> {
  const dir = mkdtempSync(join(outsideOfProjects(), 'toolspan-consumers-'))
  return {
    dir,
    tarball: await pack(dir),
    project(name, manifest = {}) {
      const project = join(dir, name)
      mkdirSync(project)
      writeFileSync(
        join(project, 'package.json'),
        JSON.stringify({ name, private: true, ...manifest }, null, 2),
      )
      return project
    },
    remove: () => rm(dir, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** Packs what `npm run build` left; building here would pull `dist` away from tests that run at the same time. */
export async function pack(destination: string): Promise<string> {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('There is no dist/: run npm run build')
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', destination]
  await npmOrThrow(args, { cwd: root })
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return join(destination, `${name}-${version}.tgz`)
}

/** A `node_modules` in a parent folder would lend packages to projects that have not installed them. */
function outsideOfProjects(): string {
  const found = [tmpdir(), '/var/tmp', homedir()].find(dir => existsSync(dir) && !hasModulesAbove(dir))
  if (!found)
    throw new Error('No temporary folder is free of a node_modules above it: set TMPDIR to one that is')
  return found
}

function hasModulesAbove(dir: string): boolean {
  const parent = dirname(dir)
  return existsSync(join(dir, 'node_modules')) || (parent !== dir && hasModulesAbove(parent))
}
