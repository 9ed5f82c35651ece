import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeInstalling } from './legs/install.js'
import { describeMatrix } from './legs/matrix.js'
import { describeSetUps } from './legs/set-ups.js'
import { describeTypes } from './legs/types.js'
import { renderCompatibility } from './support/compatibility-page.js'
import { type Consumer, installConsumers } from './support/consumers.js'
import { readInstallLines } from './support/lines.js'
import { createResults } from './support/results.js'
import { skipped } from './support/system-leg.js'
import { openWorkspace, type Workspace } from './support/workspace.js'

const page = fileURLToPath(new URL('../../docs/compatibility.md', import.meta.url))

if (skipped) console.info(`Skipped: the packed package in fresh projects; it ${skipped}`)

describe.skipIf(skipped)('the packed package in fresh projects', { timeout: 180_000 }, () => {
  const lines = readInstallLines()
  const world = { workspace: undefined as unknown as Workspace, consumers: [] as Consumer[], lines }
  const results = createResults()

  beforeAll(async () => {
    world.workspace = await openWorkspace()
    world.consumers.push(...(await installConsumers(world.workspace)))
  }, 600_000)
  afterAll(() => world.workspace?.remove(), 180_000)

  test('The README has one install line for each line of OpenTelemetry', () => {
    expect(lines.map(({ name }) => name)).toEqual(['2.x', '3.x'])
  })

  describeInstalling(world)
  describeMatrix(world, results)
  describeSetUps(world, results)
  describeTypes(world, results)

  test('docs/compatibility.md says what was found', () => {
    const committed = committedPage()
    const found = renderCompatibility(results, lines)
    writeFileSync(page, found)
    expect(committed, 'The page was written anew: commit docs/compatibility.md').toBe(found)
  })
})

/** The page as git has it; outside of a clone, as it lies there. */
function committedPage(): string {
  try {
    return execFileSync('git', ['show', 'HEAD:./docs/compatibility.md'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    try {
      return readFileSync(page, 'utf8')
    } catch {
      return ''
    }
  }
}
