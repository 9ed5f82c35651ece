import { type Call, NO_OPTIONS } from './call-state.js'
import type { Kernel } from './kernel.js'
import type { AnyToolDefinition } from './tool.js'

/** A step of a call. It ends the call by throwing, and answers a promise only where it must wait. */
export type Stage = (call: Call) => void | Promise<void>

/** A stage, and what of a tool or of its runtime makes it needed; always, where nothing is said. */
export type PlannedStage = readonly [Stage, needed?: (tool: AnyToolDefinition, kernel: Kernel) => boolean]

/** The stages of a call. */
export interface Plan {
  /** The tool whose plain calls need no others. */
  readonly tool?: AnyToolDefinition
  readonly preparation: readonly Stage[]
  readonly completion: readonly Stage[]
}

/** Returns the stages that a tool needs in a runtime. Asked once for both, so that what is not used costs no call. */
export function neededBy(
  tool: AnyToolDefinition,
  kernel: Kernel,
  stages: readonly PlannedStage[],
): readonly Stage[] {
  return stages.filter(([, needed]) => needed?.(tool, kernel) ?? true).map(([stage]) => stage)
}

/** Returns every stage. */
export function allOf(stages: readonly PlannedStage[]): readonly Stage[] {
  return stages.map(([stage]) => stage)
}

/** Says of a stage that a plain call never needs it. */
export function unlessPlain(): boolean {
  return false
}

/**
 * Tells whether a call is nothing but a tool and its input: no options, nobody who watches, not begun elsewhere, and no
 * input that might need a repair.
 */
export function isPlain({ request, events, rawInput }: Call): boolean {
  return (
    request.options === NO_OPTIONS &&
    request.continuation === undefined &&
    request.stream === undefined &&
    request.turn === undefined &&
    !events.watched &&
    typeof rawInput === 'object' &&
    rawInput !== null
  )
}

/** Tells whether a tool has suspended its call, which no plan foresees. */
export function isSuspended({ suspension, suspending }: Call): boolean {
  return suspension !== undefined || suspending !== undefined
}
