import { quietly } from '../observe/quietly.js'
import { createTextStream, type TextStream } from '../observe/redact/text-stream.js'
import type { TransformPhase, TransformTarget } from '../observe/transform.js'
import type { Call } from './call-state.js'
import { declarationOf } from './declarations.js'
import type { Shown } from './show.js'

/** What was shown in pieces so far, to one target. */
interface Pieces {
  delta?: TextStream
  /** Set once a part of the input was not shown as text: what follows cannot be told without it. */
  hasGap: boolean
  /** The end of the last progress text, as it was written. */
  tail: string
  /** Set once a transform failed at a piece, or overran. */
  isStopped: boolean
}

/** A secret that goes on over two pieces of progress is known by so much of the one before. */
const tailLength = 256
const shownSoFar = new WeakMap<Call, Map<TransformTarget, Pieces>>()

/** Tells whether payloads of a phase come in pieces. */
export function isPiece(phase: TransformPhase | undefined): boolean {
  return phase === 'inputDelta' || phase === 'progress'
}

/** Shows no further piece of a call to a target. */
export function stopPieces(call: Call, target: TransformTarget): void {
  piecesOf(call, target).isStopped = true
}

/** Tells whether no further piece of a call is shown to a target. */
export function hasStopped(call: Call, target: TransformTarget): boolean {
  return shownSoFar.get(call)?.get(target)?.isStopped === true
}

/**
 * Returns what may be shown of a piece of streamed input, so that the pieces together show no more than the whole will.
 * What a transform made of it is shown where it is text, or holds none, as a count does.
 *
 * A tool that declares what is sensitive shows no text: its fields can be told apart only once the input is there.
 */
export function showDelta(call: Call, target: TransformTarget, delta: unknown, written: unknown): Shown {
  const { tool, kernel } = call
  const pieces = piecesOf(call, target)
  if (typeof delta !== 'string' || (delta === '' && written !== '')) pieces.hasGap = true
  if (typeof delta !== 'string') {
    return holdsNoText(delta) ? { payload: kernel.redactors[target].redact(delta) } : { suppress: true }
  }
  const isDeclaring = kernel.redactor.strict === true || declarationOf(tool, 'input').declared.length > 0
  if (pieces.hasGap || isDeclaring) return { suppress: true }
  pieces.delta ??= createTextStream(kernel.redactor)
  const shown = pieces.delta.push(delta)
  return shown === '' ? { suppress: true } : { payload: shown }
}

/** Returns what was held back of streamed input that is complete and JSON; the pieces are then the whole, as redacted. */
export function restOfDeltas(call: Call, target: TransformTarget): string {
  const pieces = shownSoFar.get(call)?.get(target)
  return pieces?.delta && !pieces.hasGap && !pieces.isStopped ? pieces.delta.end() : ''
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

/** Tells whether a value is a number, yes or no, or a flat record of those. */
function holdsNoText(value: unknown): boolean {
  if (isMeasure(value)) return true
  if (value === null || typeof value !== 'object') return false
  // Reading a record of others may throw.
  const isFlat = () =>
    Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isMeasure)
  return quietly(isFlat) === true
}

function isMeasure(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean'
}

function piecesOf(call: Call, target: TransformTarget): Pieces {
  const known = shownSoFar.get(call) ?? new Map<TransformTarget, Pieces>()
  shownSoFar.set(call, known)
  const pieces = known.get(target) ?? { tail: '', hasGap: false, isStopped: false }
  known.set(target, pieces)
  return pieces
}

function commonLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}
