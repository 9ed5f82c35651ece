import type { Detector } from './finding.js'

/** Digits with single spaces or dashes between them; the length is bounded, so scanning is linear. */
const digitGroups = /(?<![\w.])\d{1,40}(?:[ -]\d{1,40}){0,1000}(?!\w)/g
/** How the digits of a card are written: in one, by fours, or as American Express and Diners do. */
const groupings = ['4 4 4 4', '4 4 4 4 3', '4 6 5', '4 6 4', '4 4 5']

/** Finds payment card numbers: a known issuer, its length, the check digit, and no digit or point beside them. */
export const findCardNumbers: Detector = (text, found) => {
  for (const match of text.matchAll(digitGroups)) {
    if (match[0].length < 13 || isFraction(text, match.index + match[0].length)) continue
    addCards(match[0], match.index, found)
  }
}

/** Tells whether digits alone are a payment card number. */
export function isCardNumber(digits: string): boolean {
  return hasKnownIssuer(digits) && passesLuhn(digits)
}

function addCards(run: string, offset: number, found: Parameters<Detector>[1]): void {
  const groups = [...run.matchAll(/\d+/g)]
  for (let first = 0; first < groups.length; first++) {
    for (let count = Math.min(5, groups.length - first); count > 0; count--) {
      const taken = groups.slice(first, first + count)
      if (count > 1 && !groupings.includes(taken.map(group => group[0].length).join(' '))) continue
      if (!isCardNumber(taken.map(group => group[0]).join(''))) continue
      const last = taken[count - 1]
      const start = offset + (taken[0]?.index ?? 0)
      found.push({ start, end: offset + (last?.index ?? 0) + (last?.[0].length ?? 0), rule: 'card' })
      first += count - 1
      break
    }
  }
}

function isFraction(text: string, end: number): boolean {
  return text[end] === '.' && /\d/.test(text[end + 1] ?? '')
}

function hasKnownIssuer(digits: string): boolean {
  const four = Number(digits.slice(0, 4))
  const two = Math.trunc(four / 100)
  switch (digits.length) {
    case 14:
      return two === 36 || two === 38 || two === 39 || (four >= 3000 && four <= 3059)
    case 15:
      return two === 34 || two === 37
    case 16:
      return isSixteenDigitIssuer(four, two)
    case 19:
      return two === 62 || Math.trunc(two / 10) === 4
    default:
      return false
  }
}

function isSixteenDigitIssuer(four: number, two: number): boolean {
  return (
    Math.trunc(two / 10) === 4 ||
    (two >= 51 && two <= 55) ||
    (four >= 2221 && four <= 2720) ||
    (two >= 60 && two <= 65 && two !== 61 && two !== 63) ||
    (four >= 3528 && four <= 3589)
  )
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48
    const doubled = digit * 2
    sum += at % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
