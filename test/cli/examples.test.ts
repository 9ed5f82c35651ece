import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { temporaryDirectory } from './support/temporary-directory.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const jiti = join(dirname(createRequire(import.meta.url).resolve('jiti/package.json')), 'lib/jiti-cli.mjs')

async function runExample(name: string, more: Record<string, string> = {}): Promise<string> {
  const env = { PATH: process.env.PATH, TOOLSPAN_DIR: temporaryDirectory(), JITI_FS_CACHE: 'false', ...more }
  const args = [jiti, join('examples', name)]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
  expect(stderr).toBe('')
  return stdout
}

describe('the example', () => {
  test('quick-start.ts makes a call and names its trace', async () => {
    expect(await runExample('quick-start.ts')).toMatch(/^Hello, Ada!\nnpx toolspan trace [0-9a-f]{32}\n$/)
  })

  test('quick-start.ts tells what could not be delivered, instead of naming a trace that is nowhere', async () => {
    const stdout = await runExample('quick-start.ts', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
    expect(stdout).toMatch(/^Hello, Ada!\n.*127\.0\.0\.1:1.+lost/)
    expect(stdout).not.toContain('npx toolspan trace')
  })

  test.each(['quick-start.ts', 'observe.ts', 'own-sdk.ts', 'own-transcript.ts', 'mcp.ts'])(
    '%s says how it is run',
    name => {
      const source = readFileSync(join(root, 'examples', name), 'utf8')
      expect(source.slice(0, source.indexOf('import'))).toContain(`npx jiti examples/${name}`)
    },
  )

  test('own-transcript.ts keeps what may be kept, and a commitment to the rest', async () => {
    const stdout = await runExample('own-transcript.ts')
    expect(stdout).toMatch(
      /^tool\.output \{ text: 'Hello', apiKey: '\[REDACTED:key:api-key\]' \} hmac-sha256:/m,
    )
  })

  test('observe.ts makes child spans from deep inside', async () => {
    expect(await runExample('observe.ts')).toMatch(/^\{ hours: 8\.5 \}\nnpx toolspan trace [0-9a-f]{32}\n$/)
  })

  test('mcp.ts draws one trace from its client to its tool', async () => {
    const stdout = await runExample('mcp.ts')
    expect(stdout).toMatch(/^asked: convert \(?.*\{"celsius":21\}[\s\S]*answered: \{ fahrenheit: 69\.8 \}/)
    expect(stdout.match(/tools\/call convert/g)).toHaveLength(2)
    expect(stdout).toContain('compute')
  })

  test('ai-sdk.ts asks for approval, runs the input that the server saw, and draws the trace', async () => {
    const stdout = await runExample('ai-sdk.ts')
    expect(stdout).toContain("asked to approve: { to: 'Ada', euros: 250, pin: '[REDACTED:declared]' }")
    expect(stdout).toContain("the tool gave: { receipt: '250 € to Ada' }")
    expect(stdout).toMatch(/trace [0-9a-f]{32} · 4 spans/)
    expect(stdout).not.toContain('4711')
  })

  test('own-sdk.ts draws its trace through an SDK of its own', async () => {
    const stdout = await runExample('own-sdk.ts')
    expect(stdout).toMatch(/^ok \{ fahrenheit: 69\.8 \}\ntrace [0-9a-f]{32} · 2 spans/)
    expect(stdout).toContain('└─ compute')
  })
})

test('The data of the examples has 118 elements in order', () => {
  const [head, ...rows] = readFileSync(join(root, 'examples/data/elements.csv'), 'utf8').trim().split('\n')
  expect(head).toBe('number,symbol,name,weight,period,group,block,state')
  expect(rows.map(row => Number(row.split(',')[0]))).toEqual(
    Array.from({ length: 118 }, (_, index) => index + 1),
  )
})
