import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** One import of a source file. */
export interface SourceImport {
  /** Path below `src/` for our own files, else the package's name as written. */
  target: string
  ours: boolean
  typeOnly: boolean
}

/** A file below `src/` with what it imports. */
export interface SourceFile {
  path: string
  text: string
  imports: SourceImport[]
}

const IMPORT = /^(?:import|export)\s+(type\s+)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gms
const DYNAMIC_IMPORT = /(?<!typeof )\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

/** Reads every source file below `src/`. */
export function readSourceFiles(): SourceFile[] {
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.ts'))
  return paths.map(path => {
    const text = readFileSync(join('src', path), 'utf8')
    return { path, text, imports: importsOf(path, text) }
  })
}

function importsOf(path: string, text: string): SourceImport[] {
  const found = [...text.matchAll(IMPORT)].map(([statement, type, target = '']) =>
    toImport(path, target, type !== undefined || onlyTypes(statement)),
  )
  const dynamic = [...text.matchAll(DYNAMIC_IMPORT)].map(([, target = '']) => toImport(path, target, false))
  return [...found, ...dynamic]
}

function toImport(path: string, target: string, typeOnly: boolean): SourceImport {
  const ours = target.startsWith('.')
  const resolved = ours ? normalize(join(dirname(path), target)).replace(/\.js$/, '.ts') : target
  return { target: resolved, ours, typeOnly }
}

function onlyTypes(statement: string): boolean {
  const names = /\{([^}]*)\}/s.exec(statement)?.[1]
  if (names === undefined) return false
  return names.split(',').every(name => name.trim() === '' || name.trim().startsWith('type '))
}
