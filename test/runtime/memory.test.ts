import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const program = fileURLToPath(new URL('./support/count-heap.mjs', import.meta.url))

// https://github.com/inngest/inngest-js/issues/1702
describe('100,000 calls', () => {
  test.each(['sampled', 'unsampled'])(
    'that are %s leave the heap as it was',
    kind => {
      const ran = spawnSync(process.execPath, ['--expose-gc', program, kind, '100000'], { encoding: 'utf8' })
      expect(ran).toMatchObject({ status: 0, stderr: '' })
      expect(Number(ran.stdout)).toBeLessThan(5_000_000)
    },
    120_000,
  )
})
