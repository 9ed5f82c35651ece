import type { Detector } from './finding.js'

const begin = '-----BEGIN '
const end = '-----END '
const longestLabel = 64

/** Finds private keys in PEM form; without its last line a key reaches to the end of the text. */
export const findPemKeys: Detector = (text, found) => {
  for (let at = text.indexOf(begin); at !== -1; at = text.indexOf(begin, at + begin.length)) {
    const label = text.slice(at + begin.length, at + begin.length + longestLabel)
    if (!/^[A-Z0-9 ]{0,40}PRIVATE KEY/.test(label)) continue
    const close = text.indexOf(end, at)
    if (close === -1) {
      found.push({ start: at, end: text.length, rule: 'pem' })
      return
    }
    const dashes = text.indexOf('-----', close + end.length)
    const stop = dashes !== -1 && dashes - close < longestLabel + end.length ? dashes + 5 : close + end.length
    found.push({ start: at, end: stop, rule: 'pem' })
    at = stop - begin.length
  }
}
