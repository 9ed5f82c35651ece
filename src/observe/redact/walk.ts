import { type DeclaredHere, pointerOf } from './declared-tree.js'
import type { KeyPolicy } from './key-policy.js'
import type { KnownSecrets } from './known-secrets.js'
import type { Masks } from './masks.js'
import type { JsonValue } from './redactor.js'
import type { TextScanner } from './text-scanner.js'

/** What is put where the walk does not go on. */
export const truncated = '[Truncated]'
export const maxDepth = '[MaxDepth]'
export const maxNodes = '[MaxNodes]'
export const unreadable = '[Unreadable]'

/** Objects within objects; deeper ones are not read. */
export const depthLimit = 64
/** Values of any kind; later ones are not read. */
export const nodeLimit = 100_000

/** The state of one walk through a value. */
export interface Walk {
  readonly policy: KeyPolicy
  readonly masks: Masks
  readonly scan: TextScanner
  readonly known: KnownSecrets
  readonly values?: KnownSecrets
  /** Only what is declared harmless is kept. */
  readonly strict: boolean
  readonly record?: (rule: string, pointer: string) => void
  readonly onRedaction?: (rule: string) => void
  /** Redacts one value; `undefined` means that it has no place in JSON. */
  readonly visit: (walk: Walk, value: unknown, here: DeclaredHere) => JsonValue | undefined
  /** Characters that may still be written. */
  left: number
  nodes: number
  /** Objects the walk is in, and how long the path was at each. */
  ancestors: object[]
  pathLengths: number[]
  /** Keys down to here, as they are written in the result. */
  path: string[]
  /** Layers of JSON in text, and how long the path was at the outermost. */
  layers: number
  textPath?: number
  /** How often something was written that differs from what was given. */
  changes: number
  /** Whether something was dropped for the budget. */
  dropped: boolean
}

/** Notes a redaction at the place the walk is at and returns its mask. */
export function redacted(walk: Walk, rule: string, value?: unknown): string {
  walk.changes++
  walk.onRedaction?.(rule)
  walk.record?.(rule, pointerOf(walk.path.slice(0, walk.textPath ?? walk.path.length)))
  const mask = walk.masks.of(rule, plainText(value))
  walk.left -= mask.length
  return mask
}

function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined
}

/** Notes that a placeholder is written for what was not read. */
export function placeholder(walk: Walk, text: string): string {
  walk.changes++
  if (text === truncated) walk.dropped = true
  walk.left -= text.length
  return text
}

/** Tells whether a container must stop, and with which placeholder. */
export function stopsHere(walk: Walk): string | undefined {
  if (walk.left <= 0) return truncated
  return walk.nodes >= nodeLimit ? maxNodes : undefined
}
