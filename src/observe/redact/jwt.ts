import type { Detector } from './finding.js'

const wordRun = /[\w-]*/y
const minimumHeader = 12
const maxSegments = 5

/** Finds JSON Web Tokens, also encrypted ones and ones cut off after the header. */
export const findJwts: Detector = (text, found) => {
  let at = text.indexOf('eyJ')
  while (at !== -1) {
    const header = endOfRun(text, at)
    let end = header
    for (let segment = 1; segment < maxSegments && text[end] === '.'; segment++) end = endOfRun(text, end + 1)
    if (header - at >= minimumHeader && end - header > 4) found.push({ start: at, end, rule: 'jwt' })
    at = text.indexOf('eyJ', Math.max(end, at + 3))
  }
}

function endOfRun(text: string, from: number): number {
  wordRun.lastIndex = from
  wordRun.test(text)
  return wordRun.lastIndex
}
