import { describeBriefly, safeErrorType } from '../observe/exception.js'
import { withLimit } from '../observe/limit.js'
import { ATTR } from '../observe/names.js'
import { quietly } from '../observe/quietly.js'
import { aside } from './aside.js'
import type { Call } from './call-state.js'
import { declaresAnything } from './declarations.js'
import type { AnyToolDefinition } from './tool.js'

/** The lifecycle hooks of a tool. */
export type HookName = 'onInputStart' | 'onInputDelta' | 'onInputAvailable' | 'onOutput' | 'onError'

/** What user code is told of: a call, or a background task that no call speaks for. */
export type HookSubject = Pick<Call, 'kernel' | 'instruments' | 'toolName' | 'shownCallId'> & {
  readonly tool?: Call['tool']
  readonly scope: Pick<Call['scope'], 'context' | 'known'> & { readonly span?: Call['scope']['span'] }
}

const failed = new WeakMap<HookSubject, Set<string>>()

type HookArgument<N extends HookName> = Parameters<NonNullable<AnyToolDefinition[N]>>[0]

/** Runs one hook, and keeps its time out of the call's duration. */
export async function runHook<N extends HookName>(
  call: Call,
  name: N,
  argument: HookArgument<N>,
): Promise<void> {
  if (call.tool[name]) await aside(call, () => tellHook(call, name, argument))
}

/** Runs one hook; answers whether it kept within its limit. */
export async function tellHook<N extends HookName>(
  call: Call,
  name: N,
  argument: HookArgument<N>,
): Promise<boolean> {
  const hook = call.tool[name] as ((argument: HookArgument<N>) => void | PromiseLike<void>) | undefined
  return hook ? runUserHook(call, name, () => hook(argument)) : true
}

/**
 * Runs user code that is told of something: awaited within its limit, measured, and isolated. What throws, rejects or
 * overruns is counted each time and logged once; nobody else sees it. Answers whether it kept within its limit.
 */
export async function runUserHook(call: HookSubject, name: string, hook: () => unknown): Promise<boolean> {
  const { clock, hookTimeoutMs, redactor } = call.kernel
  const startedAt = clock.now()
  const ran = await withLimit(hook, hookTimeoutMs, clock)
  const ms = clock.now() - startedAt
  if (ran.ok) {
    measure(call, name, ms)
    return true
  }
  measure(call, name, ms, ran.overrun ? 'timeout' : safeErrorType(ran.error, redactor, call.scope.known))
  if (isFirst(call, name)) logFailure(call, name, ran.error)
  return !ran.overrun
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
  { instruments, kernel, toolName }: HookSubject,
  name: string,
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

/** Tells whether no hook of this name failed in the call before: one that fails at each delta is one line, not many. */
function isFirst(call: HookSubject, name: string): boolean {
  const names = failed.get(call) ?? new Set()
  failed.set(call, names)
  if (names.has(name)) return false
  names.add(name)
  return true
}

/** Tells whether a hook may have quoted a part of what must not be told, which nothing can tell from other text. */
function mayQuotePieces(name: string, { tool, kernel }: HookSubject): boolean {
  return name === 'onInputDelta' && tool !== undefined && declaresAnything(tool, kernel)
}

function logFailure(subject: HookSubject, name: string, error: unknown): void {
  const { kernel, scope, toolName, shownCallId } = subject
  const { type, message } = describeBriefly(error, kernel.redactors.log, scope.known)
  const says = mayQuotePieces(name, subject) ? type : message
  kernel.logs.report({
    level: 'error',
    message: `${name} of ${toolName} failed: ${says}`,
    data: { [ATTR.hookName]: name, [ATTR.errorType]: type },
    toolName,
    toolCallId: shownCallId,
    context: scope.context,
    span: scope.span,
  })
}
