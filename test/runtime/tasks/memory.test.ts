import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('./children/count-heap.mjs', import.meta.url))

test('10,000 tasks that wait at once leave the heap as it was, and as many records as are kept', () => {
  const ran = spawnSync(process.execPath, ['--expose-gc', program, '10000'], { encoding: 'utf8' })
  expect(ran).toMatchObject({ status: 0, stderr: '' })
  const { grown, kept } = JSON.parse(ran.stdout)
  expect(kept).toBe(100)
  expect(grown).toBeLessThan(20_000_000)
}, 120_000)
