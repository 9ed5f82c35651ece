import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pack } from './support/workspace.js'

describe('the packed package', { timeout: 60_000 }, () => {
  let dir = ''
  let tarball = ''
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'toolspan-pack-'))
    tarball = await pack(dir)
  }, 60_000)
  afterAll(() => rmSync(dir, { recursive: true, force: true }))

  test('holds the build, the dashboards, the examples and the papers, and nothing else', () => {
    const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n')
    const folders = new Set(
      files.map(file =>
        file
          .split('/')
          .slice(1, file.includes('/', 8) ? 2 : 3)
          .join('/'),
      ),
    )
    expect([...folders].sort()).toEqual(
      ['CHANGELOG.md', 'LICENSE', 'README.md', 'dashboards', 'dist', 'examples', 'package.json'].sort(),
    )
    expect(files.filter(file => /\.(map|test\.js|tgz)$/.test(file))).toEqual([])
    expect(files.filter(file => file.startsWith('package/dist/') && !/\.(js|d\.ts)$/.test(file))).toEqual([])
  })

  test('has no fault in the eyes of publint', async () => {
    const bytes = readFileSync(tarball)
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
    const { messages } = await publint({ pack: { tarball: buffer as ArrayBuffer }, strict: true })
    expect(messages).toEqual([])
  })

  test('has types that resolve for every entry, in the eyes of arethetypeswrong', async () => {
    const found = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
    if (!found.types) throw new Error('The package has no types')
    // Older resolution does not know `exports`; `require` of an ES module works on every Node we support.
    const known = ({ kind, resolutionKind }: { kind: string; resolutionKind?: string }) =>
      resolutionKind === 'node10' || (kind === 'CJSResolvesToESM' && resolutionKind === 'node16-cjs')
    expect(found.problems.filter(problem => !known(problem))).toEqual([])
    expect(Object.keys(found.entrypoints).length).toBeGreaterThan(3)
  })
})
