import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../../src/observe/redact/create-redactor.js'
import { createTextStream } from '../../../src/observe/redact/text-stream.js'
import { keeps, leaks } from '../../cases/redaction.js'

const redactor = createRedactor()
const filler = 'some ordinary words, and more of them; '.repeat(12)

/** Texts of all cases, as they are and in JSON as a model writes it, in the middle of others. */
const texts = [...leaks, ...keeps].flatMap(([title, value, needle]) => {
  const json = jsonOf(value)
  // There the redacted whole has other letters than the text, as parsing it undoes the escape.
  if (!json.includes(needle) || title === 'JSON with an escaped key') return []
  const text =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value)[0] : value
  const plain = typeof text === 'string' ? [text] : []
  const around = [json, `{"first":"${filler}","case":${json},"last":"${filler}"}`]
  return [...plain, ...plain.map(each => `${filler}${each}\n${filler}`), ...around].map(
    each => [title, each] as const,
  )
})

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}

const masks = /\[REDACTED:[^\]]*\]|(?:REDACTED:)?REDACTED/

/** The rule in a mask can differ, as half of a JSON text is no JSON; what stands between masks must not. */
function isShownBy(whole: string, shown: string): boolean {
  let at = 0
  return shown.split(masks).every(part => {
    const found = whole.indexOf(part, at)
    at = found + part.length
    return found !== -1
  })
}

function stream(text: string, cuts: readonly number[]): string[] {
  const { push, end } = createTextStream(redactor)
  const places = [0, ...cuts.map(cut => cut % (text.length + 1)).sort((a, b) => a - b), text.length]
  const shown = places.slice(1).map((place, index) => push(text.slice(places[index], place)))
  return [...shown, end()]
}

describe('streamed text', () => {
  it('shows in any pieces a beginning of what the whole would show', () => {
    const cuts = fc.array(fc.nat(100_000), { maxLength: 12 })
    fc.assert(
      fc.property(fc.constantFrom(...texts), cuts, ([, text], at) => {
        const shown = stream(text, at)
        const whole = redactor.redactText(text)
        let sofar = ''
        for (const piece of shown) {
          sofar += piece
          expect(isShownBy(whole, sofar), `${sofar} of ${whole}`).toBe(true)
        }
      }),
      { numRuns: 3_000 },
    )
  })

  it('shows nothing of a secret at any single cut', () => {
    const token = 'ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'
    const text = `${filler}uses ${token} and 4111 1111 1111 1111 in {"password":"correct horse"} ${filler}`
    for (let cut = 0; cut <= text.length; cut++)
      expect(stream(text, [cut]).join('')).not.toMatch(/ghp_|4111|correct|horse/)
  })

  it('shows all of an ordinary text by its end, and most of it on the way', () => {
    const text = filler.repeat(4)
    const shown = stream(text, [600, 900])
    expect(shown.join('')).toBe(text)
    expect(shown[0]?.length).toBeGreaterThan(300)
  })

  it('waits for the name where JSON has a value before it', () => {
    const text = `{"value":"correct horse battery","note":"${filler}","name":"password"}`
    expect(stream(text, [40, 300, 480]).join('')).not.toContain('correct')
  })

  it('shows no more of a text that does not end', () => {
    const { push, end } = createTextStream(redactor)
    let shown = 0
    for (let piece = 0; piece < 1_000; piece++) shown += push(filler).length
    expect(shown).toBeLessThan(70_000)
    expect(end()).toBe('')
  })
})
