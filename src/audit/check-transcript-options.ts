import type { TranscriptOptions } from './open-transcript.js'

type Check = (value: unknown) => boolean

const isPositive: Check = value => typeof value === 'number' && value > 0
const oneOf =
  (...words: string[]): Check =>
  value =>
    typeof value === 'string' && words.includes(value)

/** What each option must be. */
const CHECKS: Record<keyof TranscriptOptions, [what: string, is: Check]> = {
  dir: ['the path of a folder', value => typeof value === 'string' && value !== ''],
  durability: ["'sync', 'group' or 'async'", oneOf('sync', 'group', 'async')],
  key: ['an Ed25519 private key in PEM', value => typeof value === 'string' && value.includes('PRIVATE KEY')],
  onError: ["'continue' or 'block'", oneOf('continue', 'block')],
  rotateBytes: ['a number of bytes above 0', isPositive],
  rotateMs: ['a number of milliseconds above 0', isPositive],
  retention: [
    '{ maxAgeMs } with a number of milliseconds above 0',
    value => isPositive(field(value, 'maxAgeMs')),
  ],
  heads: [
    'the path of a folder, or a function',
    value => typeof value === 'function' || (typeof value === 'string' && value !== ''),
  ],
  clock: [
    'an object with now(), date() and setTimeout()',
    value => typeof field(value, 'now') === 'function',
  ],
  openFile: ['a function', value => typeof value === 'function'],
}

/** Checks the options of a transcript, and throws a `TypeError` that says what belongs in the first that is wrong. */
export function checkTranscriptOptions(options: TranscriptOptions): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue
    const check = Object.hasOwn(CHECKS, name) ? CHECKS[name as keyof TranscriptOptions] : undefined
    if (!check)
      throw new TypeError(
        `${name} is not an option of openTranscript; known options are ${Object.keys(CHECKS).join(', ')}`,
      )
    if (!check[1](value)) throw new TypeError(`openTranscript's ${name} must be ${check[0]}`)
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
