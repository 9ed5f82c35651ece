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
  /** A long run that has more in it than small letters, as generated tokens have. */
  mixedRun: 4096,
  capital: 8192,
} as const

/** Shortest run of token characters worth a look after a scheme word such as `Bearer`. */
const tokenRunLength = 8
/** Shortest run of token characters that vendors' tokens have. */
const longRunLength = 16
const cardDigits = 13

const other = 0
const letter = 1
const capital = 2
const mark = 3
const digit = 4
const dash = 5
const space = 32
const foreign = 255
const featureShift = 3
const classes = characterClasses()

/** Texts up to here are written to memory that is there already. */
const sharedLength = 4096
const shared = Buffer.allocUnsafe(3 * sharedLength)
/** Bytes are read faster than characters, but to write a few takes longer than to read them. */
const fewCharacters = 24

/** Reads a text once and tells what it contains; ordinary short texts give 0. */
export function textFeatures(text: string): number {
  const { length } = text
  if (length > sharedLength) {
    const bytes = Buffer.from(text)
    return featuresOf(bytes, bytes.length)
  }
  if (length > fewCharacters) return featuresOf(shared, shared.write(text))
  for (let at = 0; at < length; at++) shared[at] = Math.min(text.charCodeAt(at), foreign)
  return featuresOf(shared, length)
}

/** Every character that is not ASCII has bytes that are not, which is all that is asked of it. */
function featuresOf(bytes: Uint8Array, length: number): number {
  let bits = 0
  let run = 0
  let marks = 0
  let digits = 0
  for (let at = 0; at < length; at++) {
    const code = bytes[at] as number
    const kind = code < 128 ? (classes[code] as number) : other
    if (kind === letter) {
      run++
      digits = 0
      continue
    }
    if (kind === digit) {
      run++
      marks++
      if (++digits === cardDigits) bits |= feature.digits
      continue
    }
    if (kind === dash) {
      if (run === 0 || bytes[at - 1] === code) bits |= feature.dash
      run++
      marks++
      continue
    }
    if (code !== space) digits = 0
    if (kind === mark || kind === capital) {
      run++
      marks++
      if (kind === capital) bits |= feature.capital
      continue
    }
    if (run >= tokenRunLength) bits |= runBits(run, marks)
    run = 0
    marks = 0
    if (kind > dash) bits |= kind >> featureShift
    else if (code > 127) bits |= feature.foreign
  }
  return run >= tokenRunLength ? bits | runBits(run, marks) : bits
}

function runBits(run: number, marks: number): number {
  if (run < longRunLength) return feature.tokenRun
  const long = feature.longRun | feature.tokenRun
  return marks > 0 ? long | feature.mixedRun : long
}

function characterClasses(): Uint16Array {
  const table = new Uint16Array(128)
  for (const character of 'abcdefghijklmnopqrstuvwxyz') table[code(character)] = letter
  for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') table[code(character)] = capital
  for (const character of '_+.~') table[code(character)] = mark
  for (const character of '0123456789') table[code(character)] = digit
  table[code('-')] = dash
  for (const character of ':=%') table[code(character)] = feature.separator << featureShift
  for (const character of '!$^*') table[code(character)] = feature.tokenRun << featureShift
  table[27] = feature.foreign << featureShift
  table[0] = feature.foreign << featureShift
  table[code('/')] = feature.slashes << featureShift
  for (const character of '?#') table[code(character)] = feature.query << featureShift
  table[code('\n')] = (feature.blank | feature.lines) << featureShift
  for (const character of ' \t\r\v\f') table[code(character)] = feature.blank << featureShift
  for (const character of '"\'`') table[code(character)] = feature.quote << featureShift
  table[code('<')] = feature.angle << featureShift
  return table
}

function code(character: string): number {
  return character.charCodeAt(0)
}
