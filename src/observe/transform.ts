import type { Clock } from './clock.js'
import { withLimit } from './limit.js'

/** Who a payload is for: a person watching, or the record that is kept. */
export type TransformTarget = 'display' | 'transcript'

/** Which payload of a call is shown. */
export type TransformPhase =
  | 'input'
  | 'inputDelta'
  | 'progress'
  | 'output'
  | 'error'
  | 'approval'
  | 'suspend'
  | 'resume'

/** The one argument of a transform. */
export interface TransformContext<TInput = unknown, TOutput = unknown> {
  target: TransformTarget
  phase: TransformPhase
  toolName: string
  toolCallId: string
  input?: TInput
  inputTextDelta?: string
  progress?: unknown
  output?: TOutput
  error?: unknown
  suspendPayload?: unknown
  resumeData?: unknown
}

export type PayloadTransform<TInput = unknown, TOutput = unknown> = {
  // A method, so that a transform typed by its tool's schemas can stand where any transform is expected.
  bivarianceHack(context: TransformContext<TInput, TOutput>): unknown
}['bivarianceHack']

/** Transforms by target and phase. A phase left out on a configured target is not shown at all. */
export type ToolTransform<TInput = unknown, TOutput = unknown> = {
  [target in TransformTarget]?: { [phase in TransformPhase]?: PayloadTransform<TInput, TOutput> }
}

/** A runtime-wide policy: transforms by target and phase, or one function for all of them. */
export type TransformPolicy = ToolTransform | PayloadTransform

/** Told of every transform run. */
export type TransformObserver = (run: {
  target: TransformTarget
  phase: TransformPhase
  ms: number
  errorType?: string
}) => void

/** A payload after its transforms; `stated` says that it is told in our own words, `suppress` that nothing may be shown. */
export type Transformed = { payload: unknown; stated?: true } | { suppress: true }

export interface TransformSettings {
  limitMs: number
  clock: Clock
  observed: TransformObserver
  /** What a metric may tell of what a transform threw. */
  typeOfError: (thrown: unknown) => string
}

const PAYLOAD_FIELD = {
  input: 'input',
  inputDelta: 'inputTextDelta',
  progress: 'progress',
  output: 'output',
  error: 'error',
  approval: 'input',
  suspend: 'suspendPayload',
  resume: 'resumeData',
} as const satisfies Record<TransformPhase, keyof TransformContext>

/**
 * Runs the transforms of a payload in order, the tool's first and the runtime's after it. Fails closed: a throw, a
 * rejection, `undefined`, an overrun or a missing phase gives a placeholder, and suppresses a delta or progress.
 */
export async function transformPayload(
  transforms: readonly (TransformPolicy | undefined)[],
  context: TransformContext,
  settings: TransformSettings,
): Promise<Transformed> {
  const { target, phase } = context
  const field = PAYLOAD_FIELD[phase]
  let current: TransformContext = context
  for (const transform of transforms) {
    const configured = transformFor(transform, target, phase)
    if (configured === 'none') continue
    const payload = configured === 'missing' ? undefined : await runTransform(configured, current, settings)
    if (payload === undefined) return unavailable(phase)
    current = { ...current, [field]: payload }
  }
  return { payload: current[field] }
}

/** Tells whether any of these transforms has a say on a target. */
export function hasTransform(
  transforms: readonly (TransformPolicy | undefined)[],
  target: TransformTarget,
): boolean {
  return transforms.some(transform => typeof transform === 'function' || transform?.[target] !== undefined)
}

/** What stands for a payload whose transform failed, or that must not be shown. */
export function unavailable(phase: TransformPhase): Transformed {
  if (phase === 'inputDelta' || phase === 'progress') return { suppress: true }
  return { payload: { message: `Tool ${phase} payload unavailable` }, stated: true }
}

function transformFor(
  transform: TransformPolicy | undefined,
  target: TransformTarget,
  phase: TransformPhase,
): PayloadTransform | 'none' | 'missing' {
  if (typeof transform === 'function') return transform
  const phases = transform?.[target]
  return phases ? (phases[phase] ?? 'missing') : 'none'
}

async function runTransform(
  transform: PayloadTransform,
  context: TransformContext,
  { limitMs, clock, observed, typeOfError }: TransformSettings,
): Promise<unknown> {
  const startedAt = clock.now()
  const ran = await withLimit(() => transform(context), limitMs, clock)
  const failed = ran.ok
    ? ran.value === undefined
      ? 'undefined'
      : undefined
    : ran.overrun
      ? 'timeout'
      : typeOfError(ran.error)
  observed({ target: context.target, phase: context.phase, ms: clock.now() - startedAt, errorType: failed })
  return ran.ok ? ran.value : undefined
}
