import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { VERSION } from '../../src/observe/version.js'

const values = async (entry: Promise<object>) => Object.keys(await entry).sort()

describe('public names', () => {
  it('of toolspan are these and no others', async () => {
    expect(await values(import('toolspan'))).toEqual([
      'ApprovalRequiredError',
      'DefinitionError',
      'NotExecutableError',
      'QueueFullError',
      'RequestContext',
      'RuntimeClosedError',
      'SuspendedError',
      'TaskError',
      'TicketError',
      'TimeoutError',
      'ToolCallError',
      'createRedactor',
      'createRuntime',
      'createTool',
      'isTool',
      'isValidationError',
      'jsonSchema',
      'memoryStore',
      'observe',
      'unwrap',
      'wrapTools',
    ])
  })

  it('of toolspan/files are these and no others', async () => {
    expect(await values(import('toolspan/files'))).toEqual(['StoreError', 'fileStore'])
  })

  it('of toolspan/audit are these and no others', async () => {
    expect(await values(import('toolspan/audit'))).toEqual([
      'EXPORT_FORMATS',
      'TranscriptError',
      'exportRecords',
      'forgetCalls',
      'openTranscript',
      'pruneTranscript',
      'readTranscript',
      'verifyTranscript',
    ])
  })

  it('of toolspan/mcp are these and no others', async () => {
    expect(await values(import('toolspan/mcp'))).toEqual(['observeClient', 'serveTools'])
  })

  it('of toolspan/ai-sdk are these and no others', async () => {
    expect(await values(import('toolspan/ai-sdk'))).toEqual(['UnfinishedCall', 'aiTools'])
  })

  it('of toolspan/testing are these and no others', async () => {
    expect(await values(import('toolspan/testing'))).toEqual(['createTestRuntime'])
  })
})

describe('the built package', () => {
  it('has a file behind every entry and an executable command', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
    for (const entry of Object.values<{ types?: string; default?: string }>(manifest.exports)) {
      for (const file of [entry.types, entry.default]) if (file) expect(statSync(file).isFile()).toBe(true)
    }
    expect(statSync(manifest.bin.toolspan).mode & 0o111).not.toBe(0)
  })

  it('keeps the code behind the main entry under 350 KB, without its comments', () => {
    const reached = reachableFrom('dist/index.js')
    const bytes = [...reached].reduce((sum, file) => sum + withoutComments(file).length, 0)
    expect(reached.size).toBeGreaterThan(40)
    expect(bytes).toBeLessThan(350_000)
  })

  it('knows its own version', () => {
    expect(JSON.parse(readFileSync('package.json', 'utf8')).version).toBe(VERSION)
  })

  it('holds no leftover of an earlier build', () => {
    const built = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter(path =>
      path.endsWith('.js'),
    )
    const sources = new Set(readdirSync('src', { recursive: true, encoding: 'utf8' }))
    expect(built.filter(path => !sources.has(path.replace(/\.js$/, '.ts')))).toEqual([])
  })
})

function reachableFrom(entry: string): ReadonlySet<string> {
  const reached = new Set<string>()
  const waiting = [entry]
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, target = ''] of text.matchAll(/from '(\.[^']+)'/g))
      waiting.push(join(dirname(file), target))
  }
  return reached
}

function withoutComments(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/^\s*(?:\/\*\*[\s\S]*?\*\/|\/\/.*)$/gm, '')
}
