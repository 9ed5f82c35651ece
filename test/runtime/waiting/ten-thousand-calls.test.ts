import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('../support/ten-thousand-calls.mjs', import.meta.url))

test('10,000 calls at once, one in ten to approve, all end as they should and leave nothing behind', () => {
  const ran = spawnSync(process.execPath, ['--expose-gc', program], { encoding: 'utf8' })
  expect(ran).toMatchObject({ status: 0, stderr: '' })
  const { grown, records, ...left } = JSON.parse(ran.stdout)
  expect(left).toMatchObject({
    right: true,
    children: 10_000,
    orphans: 0,
    asked: 1_000,
    open: 0,
    onInputAvailable: 10_100,
    onOutput: 10_100,
  })
  // An intent and an end each; one in ten is asked for and decided on beside.
  expect(records).toBe(10_100 * 2 + 1_010 * 2)
  expect(grown).toBeLessThan(20_000_000)
}, 120_000)
