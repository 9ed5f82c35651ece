import { describe, expect, it } from 'vitest'
import { readSourceFiles } from './source-files.js'

// The command line hands its own copy of the package to the modules it loads, so that both are one.
const HANDS_ON_THE_PACKAGE = 'cli/import-module.ts'

const files = readSourceFiles()
const inner = files.filter(({ path }) => path !== HANDS_ON_THE_PACKAGE)
const folderOf = (path: string) => (path.includes('/') ? (path.split('/')[0] ?? '') : '')

/** What each folder may import from the others; `cli` may see everything, nothing sees `cli`. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  observe: [],
  runtime: ['observe'],
  exporters: ['observe'],
  audit: ['observe'],
  testing: ['runtime', 'observe'],
  adapters: ['runtime', 'observe'],
  stores: ['runtime', 'observe'],
  bench: ['runtime', 'observe', 'exporters'],
  viewer: ['exporters', 'audit'],
  cli: ['runtime', 'observe', 'exporters', 'audit', 'adapters', 'stores', 'bench', 'viewer'],
}

describe('imports', () => {
  it('run from cli down to observe and never back', () => {
    const wrong = inner
      .filter(file => folderOf(file.path) !== '')
      .flatMap(({ path, imports }) =>
        imports.filter(({ ours }) => ours).map(({ target }) => ({ path, target })),
      )
      .filter(({ path, target }) => {
        const [from, to] = [folderOf(path), folderOf(target)]
        return from !== to && !(MAY_IMPORT[from] ?? []).includes(to)
      })
      .map(({ path, target }) => `${path} imports ${target}`)
    expect(wrong).toEqual([])
  })

  it('go to the file itself and never through an index', () => {
    const wrong = inner.flatMap(({ path, imports }) =>
      imports
        .filter(({ ours, target }) => ours && target.endsWith('index.ts'))
        .map(({ target }) => `${path} imports ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('form no cycle at run time', () => {
    const graph = new Map(
      files.map(({ path, imports }) => [
        path,
        imports.filter(one => one.ours && !one.typeOnly).map(one => one.target),
      ]),
    )
    expect(findCycle(graph)).toEqual([])
  })

  it('name the OpenTelemetry SDK only where telemetry leaves the process or is tested', () => {
    const sdk = /^@opentelemetry\/(?!api$)/
    const wrong = files
      .filter(({ path }) => !['exporters', 'testing'].includes(folderOf(path)))
      .flatMap(({ path, imports }) =>
        imports
          .filter(one => !one.ours && !one.typeOnly && sdk.test(one.target))
          .map(one => `${path} imports ${one.target}`),
      )
    expect(wrong).toEqual([])
  })

  it('load heavy packages at first use and not with the core', () => {
    const heavy = /^(pino|ajv|ajv-formats|zod|jiti|commander|cli-table3)$/
    const wrong = files
      .filter(({ path }) => ['', 'observe', 'runtime'].includes(folderOf(path)))
      .flatMap(({ path, imports }) =>
        imports
          .filter(one => !one.typeOnly && heavy.test(one.target))
          .map(one => `${path} imports ${one.target}`),
      )
    expect(wrong).toEqual([])
  })
})

describe('source files', () => {
  it('hold no drawer of unrelated things', () => {
    expect(files.filter(({ path }) => /(^|\/)(utils?|helpers?|types|common|misc)\.ts$/.test(path))).toEqual(
      [],
    )
  })

  it('print nothing themselves outside the command line', () => {
    const wrong = files.filter(
      ({ path, text }) => folderOf(path) !== 'cli' && /\bconsole\.\w+\(/.test(stripComments(text)),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('write every telemetry name in names.ts alone', () => {
    const literal = /(?<!Symbol\.for\(|createContextKey\()['"`](?:gen_ai|toolspan)\.[a-z_.]+['"`]/
    const wrong = files.filter(
      ({ path, text }) => path !== 'observe/names.ts' && literal.test(stripComments(text)),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })
})

function stripComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
}

function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  function visit(path: string, trail: readonly string[]): string[] {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (done.has(path)) return []
    for (const next of graph.get(path) ?? []) {
      const cycle = visit(next, [...trail, path])
      if (cycle.length > 0) return cycle
    }
    done.add(path)
    return []
  }
  for (const path of graph.keys()) {
    const cycle = visit(path, [])
    if (cycle.length > 0) return cycle
  }
  return []
}
