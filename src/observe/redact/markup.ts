import type { Detector, Finding } from './finding.js'
import { isStandIn } from './secret-shape.js'

const element = /<([A-Za-z][\w:.-]{1,64})(?:\s[^<>]{0,200})?>([^<]{1,512})<\//g
const input = /<input\s[^<>]{1,500}>/gi
const valueAttribute = /\svalue=(?:"([^"]{1,500})"|'([^']{1,500})')/i
const formPart = /;\s?name="([^"\r\n]{1,64})"/g
/** How far the headers of a part of a form may reach. */
const longestHeaders = 300

/** Creates the detector of secrets in elements of XML, password fields of HTML and parts of a form. */
export function createMarkupDetector(isSensitive: (name: string) => boolean): Detector {
  return function findInMarkup(text, found) {
    const addIfNamed = (match: RegExpExecArray, tail: number) => {
      const value = match[2] ?? ''
      if (!isSensitive(match[1] ?? '') || isStandIn(value)) return
      const end = match.index + match[0].length - tail
      found.push({ start: end - value.length, end, rule: 'assignment' })
    }
    if (text.includes('</')) for (const match of text.matchAll(element)) addIfNamed(match, 2)
    if (text.includes('name="')) addFormParts(text, isSensitive, found)
    if (/<input/i.test(text)) addPasswordFields(text, found)
  }
}

function addFormParts(text: string, isSensitive: (name: string) => boolean, found: Finding[]): void {
  for (const match of text.matchAll(formPart)) {
    if (!isSensitive(match[1] ?? '')) continue
    const headers = match.index + match[0].length
    const blank = /\r?\n\r?\n/.exec(text.slice(headers, headers + longestHeaders))
    if (!blank) continue
    const start = headers + blank.index + blank[0].length
    const length = text.slice(start, start + 2048).search(/[\r\n]|$/)
    if (length > 0) found.push({ start, end: start + length, rule: 'assignment' })
  }
}

function addPasswordFields(text: string, found: Finding[]): void {
  for (const match of text.matchAll(input)) {
    if (!/\stype=["']?password/i.test(match[0])) continue
    const attribute = valueAttribute.exec(match[0])
    if (!attribute) continue
    const end = match.index + attribute.index + attribute[0].length - 1
    found.push({ start: end - (attribute[1] ?? attribute[2] ?? '').length, end, rule: 'assignment' })
  }
}
