import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { toldOf } from './support/told-of.js'

const spellings: ((value: string) => string)[] = [
  value => value,
  value => value.toUpperCase(),
  value => JSON.stringify(value),
  value => JSON.stringify(JSON.stringify(value)),
  value => `'${value.replaceAll("'", "\\'")}'`,
  value => `${JSON.stringify(value).slice(0, -3)}..."`,
  value => `${value.slice(0, Math.ceil(value.length * 0.7))}…`,
  value => encodeURIComponent(value),
  value => `<${value}>.`,
  value => value.trim().replaceAll(/\s+/g, ' '),
  value => `id${value}x`,
  value => `id${value.slice(0, Math.ceil(value.length * 0.7))}…`,
  value => Buffer.from(value).toString('hex'),
  value => Buffer.from(`of ${value}`).toString('base64'),
]

// Words that no message or schema has, so that any trace of them is a leak.
const word = fc.stringMatching(/^[qxzjvk][qxzjvk0-9]{7,12}$/)
const glue = fc.constantFrom(' ', '\n', '"', "'", '\\', ', ', '/', '{"a":"', '%', '=', '\t', '. ', '-')
const value = fc.array(fc.tuple(word, glue), { minLength: 1, maxLength: 5 })

test('a message holds no word of the value it quotes, however it is made up and spelled', async () => {
  await fc.assert(
    fc.asyncProperty(value, fc.constantFrom(...spellings), async (parts, spell) => {
      const text = parts.flat().join('')
      const schema = z.object({
        field: z.string().refine(() => false, { error: issue => `no ${spell(String(issue.input))} here` }),
      })
      const told = await toldOf(schema, { field: text })
      expect(told.message).toContain('field')
      for (const [secret] of parts) expect(told.everyone.toLowerCase()).not.toContain(secret.slice(0, 6))
    }),
    { numRuns: 200, seed: 20_260_101 },
  )
})
