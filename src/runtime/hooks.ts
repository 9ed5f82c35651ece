import { describeBriefly, safeErrorType } from '../observe/exception.js'
import { withLimit } from '../observe/limit.js'
import { ATTR } from '../observe/names.js'
import { quietly } from '../observe/quietly.js'
import { aside } from './aside.js'
import type { Call } from './call-state.js'
import type { AnyToolDefinition } from './tool.js'

/** The lifecycle hooks of a tool. */
export type HookName = 'onInputStart' | 'onInputDelta' | 'onInputAvailable' | 'onOutput' | 'onError'

type HookArgument<N extends HookName> = Parameters<NonNullable<AnyToolDefinition[N]>>[0]

/**
 * Runs one hook: awaited within its limit, measured, and isolated. A hook that throws, rejects or overruns is logged
 * once and counted; the call never sees it.
 */
export async function runHook<N extends HookName>(
  call: Call,
  name: N,
  argument: HookArgument<N>,
): Promise<void> {
  const hook = call.tool[name] as ((argument: HookArgument<N>) => void | PromiseLike<void>) | undefined
  if (!hook) return
  const { clock, hookTimeoutMs, redactor } = call.kernel
  const startedAt = clock.now()
  const ran = await aside(call, () => withLimit(() => hook(argument), hookTimeoutMs, clock))
  const ms = clock.now() - startedAt
  if (ran.ok) return measure(call, name, ms)
  measure(call, name, ms, ran.overrun ? 'timeout' : safeErrorType(ran.error, redactor, call.scope.known))
  logFailure(call, name, ran.error)
}

/** Returns the argument of a hook: the fields of its own, and the call's id and signal, which is made when read. */
export function hookArgument<T extends object>({ toolCallId, interruption }: Call, fields: T) {
  const options = {
    toolCallId,
    get abortSignal() {
      return interruption.signal
    },
  }
  return Object.assign(options, fields)
}

function measure(
  { instruments, kernel, toolName }: Call,
  name: HookName,
  ms: number,
  failure?: string,
): void {
  const attributes = {
    [ATTR.toolName]: kernel.toolNames(toolName),
    [ATTR.hookName]: name,
    ...(failure && { [ATTR.errorType]: kernel.errorTypes(failure) }),
  }
  quietly(() => instruments.hookDuration.record(ms / 1_000, attributes))
}

function logFailure({ kernel, scope, toolName, shownCallId }: Call, name: HookName, error: unknown): void {
  const { type, message } = describeBriefly(error, kernel.redactors.log, scope.known)
  kernel.logs.report({
    level: 'error',
    message: `${name} of ${toolName} failed: ${message}`,
    data: { [ATTR.hookName]: name, [ATTR.errorType]: type },
    toolName,
    toolCallId: shownCallId,
    context: scope.context,
    span: scope.span,
  })
}
