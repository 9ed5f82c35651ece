import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'

const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
const loader = new URL('../observe/support/typescript.mjs', import.meta.url).href

function run(body: string) {
  const program = `
    import { createRuntime, createTool } from './src/index.ts'
    const secret = '${secret}'
    const inputSchema = { type: 'object', properties: { city: { enum: ['Lyon'] } }, additionalProperties: false }
    const city = createTool({ id: 'city', description: 'City', inputSchema, execute: async () => 1 })
    const fails = createTool({ id: 'fails', description: 'Fails', execute: () => Promise.reject(new Error(secret)) })
    const works = createTool({ id: 'works', description: 'Works', execute: async () => 1 })
    ${body}
  `
  const args = ['--import', loader, '--input-type=module', '-e', program]
  return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 15_000 })
}

// https://github.com/mastra-ai/mastra/issues/22926
describe('without a logger', () => {
  test('a failed call is one pino line on standard error, and holds neither secret nor input', () => {
    const ran = run(`
      await city.execute({ city: secret, [secret]: 1 })
      await city.execute('{"city": "' + secret)
      await fails.execute({}).catch(() => {})
    `)
    expect(ran).toMatchObject({ status: 0, stdout: '' })
    const lines = ran.stderr
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines.map(({ level, msg, name }) => [level, msg, name])).toEqual([
      [40, 'city ended input_invalid', 'toolspan'],
      [40, 'city ended input_invalid', 'toolspan'],
      [50, 'fails ended error', 'toolspan'],
    ])
    expect(ran.stderr).not.toContain(secret)
  })

  test('a call that works prints nothing', () => {
    const ran = run(`
      await works.execute({})
      const runtime = createRuntime({ tools: [works, city] })
      await runtime.call('works', {})
      await runtime.call('city', { city: 'Lyon' })
    `)
    expect(ran).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })
})
