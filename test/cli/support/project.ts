import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from './temporary-directory.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Makes a project that has toolspan and Zod installed and the given files in it. */
export function project(files: Record<string, string>): string {
  const path = temporaryDirectory()
  mkdirSync(join(path, 'node_modules'))
  symlinkSync(root, join(path, 'node_modules/toolspan'))
  symlinkSync(join(root, 'node_modules/zod'), join(path, 'node_modules/zod'))
  const all = { 'package.json': '{"name":"project","type":"module"}', ...files }
  for (const [name, content] of Object.entries(all)) writeFileSync(join(path, name), content)
  return path
}
