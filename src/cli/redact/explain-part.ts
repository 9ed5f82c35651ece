import type { Redactor } from '../../observe/redact/redactor.js'
import type { BlockPart } from './block-parts.js'

/** One redaction: the rule, and where it was. */
export interface FoundRedaction {
  rule: string
  /** Number of the line; absent where the input is one JSON document. */
  line?: number
  /** JSON Pointer in the document or in the line; absent in text. */
  pointer?: string
}

/** Lists what a redactor takes out of a part, never a value. */
export function explainPart(redactor: Redactor, part: BlockPart): FoundRedaction[] {
  if (!part.json) return explainText(redactor, part)
  return redactor
    .explain(part.json.value)
    .map(({ rule, pointer }) => ({ ...(!part.isDocument && { line: part.line }), rule, pointer }))
}

/** A secret of several lines is found in none of them, and stands at the first line of its part. */
function explainText(redactor: Redactor, { text, line }: BlockPart): FoundRedaction[] {
  const rules = new Set(redactor.explain(text).map(({ rule }) => rule))
  if (rules.size === 0) return []
  const found = text
    .split('\n')
    .flatMap((each, index) => redactor.explain(each).map(({ rule }) => ({ line: line + index, rule })))
  const missing = [...rules].filter(rule => !found.some(each => each.rule === rule))
  return [...missing.map(rule => ({ line, rule })), ...found]
}
