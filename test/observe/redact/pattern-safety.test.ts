import { readdirSync, readFileSync } from 'node:fs'
import { checkSync } from 'recheck'
import ts from 'typescript'
import { describe, expect, it, vi } from 'vitest'

// https://github.com/AlexanderMattTurner/agent-sanitizer/pull/120: a timer alone misses what nobody thought of.

const root = new URL('../../../src/', import.meta.url)
/** Folders whose patterns read text that others wrote. */
const folders = ['observe/', 'exporters/', 'runtime/', 'cli/redact/']
/** Patterns that read only short text, so that their degree does not matter. */
const bounded = new Set(['runtime/hide-values.ts', 'observe/redact/pattern-cost.ts'])
/** Without a search of minutes, and with the same answer each time. */
const settings = {
  timeout: 20_000,
  maxIteration: 5,
  incubationLimit: 5_000,
  attackLimit: 1_000_000,
  randomSeed: 1,
} as const

interface Shipped {
  file: string
  source: string
  flags: string
}

function literalsIn(file: string): Shipped[] {
  const tree = ts.createSourceFile(
    file,
    readFileSync(new URL(file, root), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const found: Shipped[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** Patterns that modules put together when they load are caught as they are made. */
async function assembledPatterns(): Promise<Shipped[]> {
  const made: Shipped[] = []
  const real = globalThis.RegExp
  class Recorded extends real {
    constructor(pattern: string | RegExp, flags = '') {
      super(pattern, flags)
      made.push({ file: 'assembled', source: this.source, flags })
    }
  }
  vi.resetModules()
  vi.stubGlobal('RegExp', Recorded)
  try {
    await import('../../../src/observe/redact/create-redactor.js')
  } finally {
    vi.unstubAllGlobals()
  }
  return made
}

const files = (readdirSync(root, { recursive: true }) as string[])
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => file.endsWith('.ts') && folders.some(folder => file.startsWith(folder)))
const assembled = await assembledPatterns()
const shipped = [...files.flatMap(literalsIn), ...assembled].filter(({ file }) => !bounded.has(file))

function verdict({ source, flags }: Pick<Shipped, 'source' | 'flags'>): string {
  const found = checkSync(source, flags, settings)
  return found.status === 'vulnerable' ? `vulnerable: ${found.complexity.summary}` : found.status
}

describe('the static check', () => {
  it('sees the patterns of all modules, also those that are put together', () => {
    expect(shipped.length).toBeGreaterThan(120)
    expect(assembled.some(({ source }) => source.includes('github_pat_'))).toBe(true)
    expect(assembled.length).toBeGreaterThanOrEqual(3)
  })

  it.each(['(a|a)+$', '(?<!x)(a|ab|b)+c', '(?<!x)a+b', '\\s*\\w*\\s*x', 'mysql[^\\n]*\\s-p'])(
    'refuses %s',
    source => {
      expect(verdict({ source, flags: 'g' })).toMatch(/^vulnerable/)
    },
  )
})

describe('no text takes long', () => {
  it.each(shipped.map(each => [`${each.file} /${each.source}/${each.flags}`, each] as const))(
    '%s',
    (_title, each) => {
      expect(verdict(each)).toBe('safe')
    },
  )
})
