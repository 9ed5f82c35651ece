import { expect, test } from 'vitest'
import { project } from './support/project.js'
import { runBin } from './support/run-bin.js'
import { runCli } from './support/run-cli.js'

const content = `
import { createTool } from 'toolspan'
import { z } from 'zod'
export const ref = createTool({
  id: 'ref',
  description: 'd',
  inputSchema: z.object({ customerId: z.string() }),
  execute: () => {
    throw new Error('no such customer', { cause: new Error('connect ECONNREFUSED 127.0.0.1:59999') })
  },
})`

async function failed(input: string) {
  const cwd = project({ 'tools.ts': content })
  const { stdout } = await runBin(['call', 'tools.ts', 'ref', '--input', input], { cwd })
  const id = /^trace ([0-9a-f]{32})/m.exec(stdout)?.[1] ?? ''
  const narrow = await runCli(['trace', id], { cwd, columns: 60, env: { NO_COLOR: '1' } })
  return { call: stdout, trace: (await runCli(['trace', id], { cwd })).stdout, narrow: narrow.stdout }
}

test('Why a call failed is seen where it is drawn: what caused the exception', async () => {
  const texts = Object.values(await failed('{"customerId":"C-1"}'))
  for (const text of texts) {
    expect(text).toMatch(
      / error Error: no such customer\n +caused by Error: connect ECONNREFUSED\s+127\.0\.0\.1:59999\n/,
    )
    expect(text).not.toMatch(/^\s+at /m)
  }
})

test('Why a call failed is seen where it is drawn: the issues of its input', async () => {
  const { call, trace, narrow } = await failed('{}')
  for (const text of [call.slice(call.indexOf('trace')), trace])
    expect(text).toMatch(/\n +- customerId: Invalid input: expected string, received undefined\n/)
  expect(narrow).toMatch(/\n +- customerId: Invalid input: expected string,\s+received\s+undefined\n/)
})
