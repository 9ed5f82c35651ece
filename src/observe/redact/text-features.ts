/** What a text contains, as bits; a detector is run only on texts that have what it looks for. */
export const feature = {
  separator: 1,
  longRun: 2,
  /** A run of token characters, or a character that people put into passwords. */
  tokenRun: 4,
  /** Enough digits for a card number, with nothing but blanks and dashes between them. */
  digits: 8,
  slashes: 16,
  query: 32,
  /** A dash that is in no word. */
  dash: 64,
  foreign: 128,
  blank: 256,
  quote: 512,
  angle: 1024,
  lines: 2048,
} as const

/** Shortest run of token characters worth a look after a scheme word such as `Bearer`. */
const tokenRunLength = 8
/** Shortest run of token characters that vendors' tokens have. */
const longRunLength = 16
const cardDigits = 13

const other = 0
const token = 1
const digit = 2
const dash = 3
const space = 32
const classes = characterClasses()

/** Reads a text once and tells what it contains; ordinary short texts give 0. */
export function textFeatures(text: string): number {
  let bits = 0
  let run = 0
  let digits = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? (classes[code] as number) : other
    if (kind === digit) {
      run++
      if (++digits === cardDigits) bits |= feature.digits
      continue
    }
    if (kind === dash) {
      if (run === 0 || text.charCodeAt(at - 1) === code) bits |= feature.dash
      run++
      continue
    }
    if (code !== space) digits = 0
    if (kind === token) {
      run++
      continue
    }
    if (run >= tokenRunLength) bits |= runBits(run)
    run = 0
    if (kind > dash) bits |= kind >> 2
    else if (code > 127) bits |= feature.foreign
  }
  return run >= tokenRunLength ? bits | runBits(run) : bits
}

function runBits(run: number): number {
  return run >= longRunLength ? feature.longRun | feature.tokenRun : feature.tokenRun
}

function characterClasses(): Uint16Array {
  const table = new Uint16Array(128)
  for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_+.~')
    table[code(character)] = token
  for (const character of '0123456789') table[code(character)] = digit
  table[code('-')] = dash
  for (const character of ':=%') table[code(character)] = feature.separator << 2
  for (const character of '!$^*') table[code(character)] = feature.tokenRun << 2
  table[27] = feature.foreign << 2
  table[code('/')] = feature.slashes << 2
  for (const character of '?#') table[code(character)] = feature.query << 2
  table[code('\n')] = (feature.blank | feature.lines) << 2
  for (const character of ' \t\r\v\f') table[code(character)] = feature.blank << 2
  for (const character of '"\'`') table[code(character)] = feature.quote << 2
  table[code('<')] = feature.angle << 2
  return table
}

function code(character: string): number {
  return character.charCodeAt(0)
}
