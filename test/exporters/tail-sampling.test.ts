import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OUTCOMES } from '../../src/runtime/outcome.js'

test('The documented tail-sampling policy names every outcome but ok', () => {
  const guide = readFileSync(new URL('../../docs/guides/telemetry.md', import.meta.url), 'utf8')
  const [, list = ''] = /key: toolspan\.outcome\n\s+values:\n((?:\s+- \w+\n)+)/.exec(guide) ?? []
  const named = [...list.matchAll(/- (\w+)/g)].map(([, outcome]) => outcome)
  expect(named).toEqual(Object.keys(OUTCOMES).filter(outcome => outcome !== 'ok'))
})
