import type { Outcome } from './outcome.js'
import type { ValidatedPart, ValidationIssue } from './validation-error.js'

/** How a call ended, before anyone is told of it. Raw values: nothing of this leaves the runtime unredacted. */
export interface Settlement {
  outcome: Outcome
  /** The validated output, or on `output_invalid` the value as returned. */
  output?: unknown
  /** What was thrown, wrapped so that a thrown `undefined` is one too. */
  thrown?: { value: unknown }
  /** Safe text for the span's status and for the caller. */
  message?: string
  /** The same for the model; it may name what failed. */
  modelMessage?: string
  part?: ValidatedPart
  issues?: ValidationIssue[]
  errorType?: string
  ticket?: string
  /** Why a person denied the call, as safe text. */
  reason?: string
  taskId?: string
  suspendPayload?: unknown
  /** Set when policy let an output pass that does not fit its schema. */
  outputInvalid?: boolean
}

/** Thrown by a stage to end the call with a settlement. Never seen outside the pipeline. */
export class Ended {
  readonly #settlement: Settlement

  constructor(settlement: Settlement) {
    this.#settlement = settlement
  }

  get settlement(): Settlement {
    return this.#settlement
  }

  /** Tells whether a thrown value is one; runs no code of a value that a tool threw, as `instanceof` would. */
  static is(thrown: unknown): thrown is Ended {
    return thrown !== null && typeof thrown === 'object' && #settlement in thrown
  }
}
