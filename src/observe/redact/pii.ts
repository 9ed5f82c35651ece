import { isIPv6 } from 'node:net'
import type { Detector, Finding } from './finding.js'

/** The last part of a domain has letters only, other than the version in `pkg@1.2.3`. */
const email = /(?<![\w.+-])(?!git@)[\w.+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,4}[A-Za-z]{2,24}(?![\w-])/g
const telephone =
  /(?<![\w.+-])(?:\+\d{1,3}[ .-]?)?(?:\(\d{2,4}\)[ .-]?|\d{2,4}[ .-])\d{2,4}[ .-]\d{2,6}(?![\w-]|\.\d)/g
const internationalTelephone = /(?<![\w+])\+\d{8,15}(?!\w)/g
const ipv4 = /(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d{1,2})\.){3}(?:25[0-5]|2[0-4]\d|1?\d{1,2})(?![\w]|\.\d)/g
const mayBeIpv6 = /(?<![\w:.])[0-9A-Fa-f:]{6,39}(?![\w:])/g

/** Finds e-mail addresses, telephone numbers and IP addresses; used only on request. */
export const findPersonalData: Detector = (text, found) => {
  add(text, email, 'email', found)
  add(text, telephone, 'telephone', found, isNoDate)
  add(text, internationalTelephone, 'telephone', found)
  add(text, ipv4, 'ip', found)
  if (text.includes(':')) add(text, mayBeIpv6, 'ip', found, isAddress)
}

function add(
  text: string,
  pattern: RegExp,
  rule: string,
  found: Finding[],
  isMeant: (matched: string) => boolean = () => true,
): void {
  for (const match of text.matchAll(pattern)) {
    if (isMeant(match[0])) found.push({ start: match.index, end: match.index + match[0].length, rule })
  }
}

/** Names with colons, such as `a::b`, have the form of an address too. */
function isAddress(text: string): boolean {
  return /\d/.test(text) && isIPv6(text)
}

function isNoDate(text: string): boolean {
  return !/^\d{4}[.-]\d{2}[.-]\d{2}$|^\d{2}[.-]\d{2}[.-]\d{4}$/.test(text)
}
