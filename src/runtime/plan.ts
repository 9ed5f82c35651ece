import type { Call } from './call-state.js'
import type { Kernel } from './kernel.js'
import type { AnyToolDefinition } from './tool.js'

/** A step of a call. It ends the call by throwing, and answers a promise only where it must wait. */
export type Stage = (call: Call) => void | Promise<void>

/** A stage, and what of a tool or of its runtime makes it needed; always, where nothing is said. */
export type PlannedStage = readonly [Stage, needed?: (tool: AnyToolDefinition, kernel: Kernel) => boolean]

/** The stages that one tool needs in one runtime. */
export interface Plan {
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

/** Says of a stage that only a call that goes on needs it. */
export function onlyWhenGoingOn(): boolean {
  return false
}
