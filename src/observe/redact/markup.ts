import type { Detector, Finding } from './finding.js'
import { isStandIn } from './secret-shape.js'

const element = /<([A-Za-z][\w:.-]{1,64})(?:\s[^<>]{0,200})?>([^<]{1,512})<\//g
const input = /<input\s[^<>]{1,500}>/gi
const valueAttribute = /\svalue=(?:"([^"]{1,500})"|'([^']{1,500})')/i
const formPart =
  /;\s?name="([^"\r\n]{1,64})"[^\r\n]{0,200}\r?\n(?:[\w-]{1,40}:[^\r\n]{0,200}\r?\n){0,3}\r?\n([^\r\n]{1,2048})/g

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
    if (text.includes('name="')) for (const match of text.matchAll(formPart)) addIfNamed(match, 0)
    if (/<input/i.test(text)) addPasswordFields(text, found)
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
