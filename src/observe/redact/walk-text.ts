import { cutBoundary } from './cut-boundary.js'
import { type DeclaredHere, isBare } from './declared-tree.js'
import { isSameJson, parseEmbeddedJson, writeEmbeddedJson } from './embedded-json.js'
import { type Finding, replaceFindings } from './finding.js'
import { placeholder, redacted, truncated, type Walk } from './walk.js'

/** How many layers of JSON in JSON text are opened; deeper ones are scanned as text. */
const maxLayers = 3
/** How far past a cut the scan reads, so that a secret is known by what follows its beginning. */
const reach = 1024

/** Redacts a text: the JSON in it value by value, and any other by scanning it. */
export function walkText(walk: Walk, text: string, here: DeclaredHere): string {
  if (text.length > walk.left) return cutText(walk, text)
  const json = walk.layers < maxLayers ? parseEmbeddedJson(text) : undefined
  if (json !== undefined) return walkJson(walk, json, text, here)
  const result = writeFindings(walk, text, walk.scan(text, walk.values))
  walk.left -= result.length
  return result
}

/** Keeps of a text that is not declared harmless only what is harmless in the JSON that it holds. */
export function walkUndeclaredText(walk: Walk, text: string, here: DeclaredHere): string {
  if (walk.masks.is(text)) return text
  const isOpen = walk.layers < maxLayers && text.length <= walk.left && !isBare(here)
  const json = isOpen ? parseEmbeddedJson(text) : undefined
  return json === undefined ? redacted(walk, 'undeclared', text) : walkJson(walk, json, text, here)
}

function walkJson(walk: Walk, json: object | string, text: string, here: DeclaredHere): string {
  const { changes, left, textPath } = walk
  walk.layers++
  walk.textPath ??= walk.path.length
  const inner = walk.visit(walk, json, here)
  walk.layers--
  walk.textPath = textPath
  const result = walk.changes === changes ? scanUnlessSame(walk, json, text) : writeEmbeddedJson(inner, text)
  walk.left = left - result.length
  return result
}

/** Of a key that stands twice only the last was walked, so that such a text is scanned as well. */
function scanUnlessSame(walk: Walk, json: object | string, text: string): string {
  return isSameJson(json, text) ? text : writeFindings(walk, text, walk.scan(text, walk.values))
}

/** Cuts before it scans, as cost must not depend on what is dropped. */
function cutText(walk: Walk, text: string): string {
  const budget = walk.left
  const window = text.slice(0, budget + Math.max(reach, walk.known.longest(), walk.values?.longest() ?? 0))
  const cut = cutBoundary(window, budget)
  walk.left = 0
  if (cut <= 0) return placeholder(walk, truncated)
  const kept = walk.scan(window, walk.values).filter(({ start }) => start < cut)
  const findings = kept.map(finding => ({ ...finding, end: Math.min(finding.end, cut) }))
  return `${writeFindings(walk, window.slice(0, cut), findings)} ${placeholder(walk, truncated)}`
}

function writeFindings(walk: Walk, text: string, findings: readonly Finding[]): string {
  if (findings.length === 0) return text
  const { left } = walk
  const result = replaceFindings(text, findings, walk.masks.of)
  for (const { rule } of findings) redacted(walk, rule)
  walk.left = left
  return result
}
