import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { runChild, startChild } from './run-child.js'

// https://github.com/vercel/ai/issues/17177, https://github.com/mastra-ai/mastra/issues/17075
test('a call whose process was killed while it was suspended is resumed in another, in the same trace', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'toolspan-resumed-'))
  const first = startChild('call-and-wait.mjs', [dir])
  const [line] = await once(createInterface(first.stdout as Readable), 'line')
  const suspended = JSON.parse(String(line))
  first.kill('SIGKILL')
  await once(first, 'exit')
  const resume = () => runChild('call-and-wait.mjs', [dir, suspended.ticket])
  const resumed = JSON.parse(await resume())
  expect(suspended.outcome).toBe('suspended')
  expect(resumed).toMatchObject({
    outcome: 'ok',
    output: { from: '1970-01-02T00:00:00.000Z', asked: '1970-01-01T00:00:00.000Z', nights: 2 },
    traceId: suspended.traceId,
    links: [suspended.spanId],
  })
  await expect(resume()).resolves.toContain('this ticket has been used')
}, 60_000)
