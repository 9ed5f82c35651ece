import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/observe/redact/create-redactor.js'
import { containers, ordinaryNames, secretNames, spellings } from '../../cases/variants.js'

const redactor = createRedactor()
const secrets = ['hunter2hunter2', 'Zq9wKd7LmPx3']
const ordinary = ['blue-green', 'Lisbon']

/** The containers that a name is missing from, as one list says more than hundreds of tests. */
function wrong(
  names: readonly (readonly string[])[],
  values: readonly string[],
  isWrong: (text: string, value: string) => boolean,
) {
  const found: string[] = []
  for (const words of names)
    for (const [spelling, spell] of Object.entries(spellings))
      for (const [container, put] of Object.entries(containers))
        for (const value of values) {
          const given = put(spell(words), value)
          const plain = container.startsWith('base64')
            ? Buffer.from(JSON.stringify({ [spell(words)]: value })).toString('base64')
            : value
          if (isWrong(JSON.stringify(redactor.redact(given)), plain))
            found.push(`${spelling} ${spell(words)} in ${container}: ${value}`)
        }
  return found
}

describe('names and containers nobody listed together', () => {
  it('hold no secret', () => {
    expect(wrong(secretNames, secrets, (text, value) => text.includes(value))).toEqual([])
  })

  it('keep what is ordinary', () => {
    expect(wrong(ordinaryNames, ordinary, (text, value) => !text.includes(value))).toEqual([])
  })
})
