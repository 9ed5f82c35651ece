import type { Detector, Finding } from './finding.js'

const email = /(?<![\w.+-])[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}(?![\w-])/g
const telephone =
  /(?<![\w.+-])(?:\+\d{1,3}[ .-]?)?(?:\(\d{2,4}\)[ .-]?|\d{2,4}[ .-])\d{2,4}[ .-]\d{2,6}(?![\w-]|\.\d)/g
const internationalTelephone = /(?<![\w+])\+\d{8,15}(?!\w)/g
const ipv4 = /(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d{1,2})\.){3}(?:25[0-5]|2[0-4]\d|1?\d{1,2})(?![\w]|\.\d)/g
const ipv6 = /(?<![\w:.])(?:[0-9A-Fa-f]{1,4}:){3,7}(?::|[0-9A-Fa-f]{1,4})(?::[0-9A-Fa-f]{1,4}){0,4}(?![\w:])/g

/** Finds e-mail addresses, telephone numbers and IP addresses; used only on request. */
export const findPersonalData: Detector = (text, found) => {
  add(text, email, 'email', found)
  add(text, telephone, 'telephone', found)
  add(text, internationalTelephone, 'telephone', found)
  add(text, ipv4, 'ip', found)
  add(text, ipv6, 'ip', found)
}

function add(text: string, pattern: RegExp, rule: string, found: Finding[]): void {
  for (const match of text.matchAll(pattern)) {
    if (rule === 'telephone' && isDate(match[0])) continue
    found.push({ start: match.index, end: match.index + match[0].length, rule })
  }
}

function isDate(text: string): boolean {
  return /^\d{4}[.-]\d{2}[.-]\d{2}$|^\d{2}[.-]\d{2}[.-]\d{4}$/.test(text)
}
