import { createTextStream, type TextStream } from '../observe/redact/text-stream.js'
import type { TransformTarget } from '../observe/transform.js'
import type { Call } from './call-state.js'
import { declarationOf } from './declarations.js'
import type { Shown } from './show.js'

/** What was shown in pieces so far, to one target. */
interface Pieces {
  delta?: TextStream
  /** The end of the last progress text, as it was written. */
  tail: string
}

/** A secret that goes on over two pieces of progress is known by so much of the one before. */
const tailLength = 256
const shownSoFar = new WeakMap<Call, Map<TransformTarget, Pieces>>()

/**
 * Returns what may be shown of a piece of streamed input, so that the pieces together show no more than the whole will.
 *
 * A tool that declares what is sensitive shows none: its fields can be told apart only once the input is there.
 */
export function showDelta(call: Call, target: TransformTarget, delta: unknown): Shown {
  const { tool, kernel } = call
  const isDeclaring = kernel.redactor.strict === true || declarationOf(tool, 'input').declared.length > 0
  if (typeof delta !== 'string' || isDeclaring) return { suppress: true }
  const pieces = piecesOf(call, target)
  pieces.delta ??= createTextStream(kernel.redactor)
  const shown = pieces.delta.push(delta)
  return shown === '' ? { suppress: true } : { payload: shown }
}

/** Returns what may be shown of progress: each by itself, but for a secret that one text begins and the next ends. */
export function showProgress(call: Call, target: TransformTarget, progress: unknown): Shown {
  const { redactor } = call.kernel
  const known = { values: call.scope.known.values }
  const pieces = piecesOf(call, target)
  const { tail } = pieces
  pieces.tail = typeof progress === 'string' ? (tail + progress).slice(-tailLength) : ''
  // Counted here alone: what follows looks at the same text again.
  const alone = call.kernel.redactors[target].redact(progress, known)
  if (typeof progress !== 'string' || typeof alone !== 'string' || tail === '' || redactor.strict) {
    return { payload: alone }
  }
  const before = redactor.redactText(tail, known)
  const both = redactor.redactText(tail + progress, known)
  if (both === before + alone) return { payload: alone }
  return { payload: both.slice(commonLength(before, both)) }
}

function piecesOf(call: Call, target: TransformTarget): Pieces {
  const known = shownSoFar.get(call) ?? new Map<TransformTarget, Pieces>()
  shownSoFar.set(call, known)
  const pieces = known.get(target) ?? { tail: '' }
  known.set(target, pieces)
  return pieces
}

function commonLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
