import type { Detector, Finding } from './finding.js'
import { isStandIn, looksRandom } from './secret-shape.js'

const bearer = /(?<![A-Za-z0-9])bearer[ \t]{1,4}([A-Za-z0-9._~+/-]{8,8192}={0,2})/gi
const basic = /(?<![A-Za-z0-9])basic[ \t]{1,4}([A-Za-z0-9+/_-]{8,8192}={0,2})/gi
const longestWord = 20

/** Finds `Bearer …` and `Basic …` anywhere in prose. */
export const findAuthSchemes: Detector = (text, found) => {
  if (!/(?:er|ic|ER|IC|Er|Ic)[ \t]/.test(text) || !/bearer|basic/i.test(text)) return
  addTokens(
    text,
    bearer,
    found,
    token => !isStandIn(token) && (looksRandom(token) || token.length > longestWord),
  )
  addTokens(text, basic, found, token => isUserAndPassword(token))
}

function addTokens(
  text: string,
  pattern: RegExp,
  found: Finding[],
  isSecret: (token: string) => boolean,
): void {
  for (const match of text.matchAll(pattern)) {
    const token = match[1] ?? ''
    const end = match.index + match[0].length
    if (isSecret(token)) found.push({ start: end - token.length, end, rule: 'header' })
  }
}

function isUserAndPassword(token: string): boolean {
  const plain = Buffer.from(token, 'base64').toString()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: text has none, other bytes do
  return plain.includes(':') && !/[\u0000-\u001f\u007f-\u009f\ufffd]/.test(plain)
}
