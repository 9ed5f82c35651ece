import { SpanStatusCode } from '@opentelemetry/api'
import { type CallScope, scopeUnder } from '../observe/call-scope.js'
import { runInContext } from '../observe/context.js'
import { withLimit } from '../observe/limit.js'
import { ATTR, SPAN } from '../observe/names.js'
import { quietly } from '../observe/quietly.js'
import { recordException } from '../observe/record-exception.js'
import type { Call } from './call-state.js'
import { type Attempt, createContext } from './create-context.js'
import { drainGenerator, isAsyncGenerator } from './generator.js'
import { inCall } from './in-call.js'
import { countLate } from './late.js'
import { Ended } from './settlement.js'
import type { ToolRetry } from './tool.js'

/** Runs the attempts of a call, each in a span of its own, until one succeeds or none is left. */
export async function runAttempts(call: Call, retry: ToolRetry): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inAttemptSpan(call, attempt, async scope => runAttempt(call, attempt, scope))
    } catch (thrown) {
      if (!(await isWorthAnother(call, retry, attempt, thrown))) throw thrown
      quietly(() => countRetry(call))
      await pause(call, delayBefore(retry, attempt))
    }
  }
}

/** Runs one attempt within its deadline, where it has one. */
export function runAttempt(call: Call, attempt: number, scope: CallScope): unknown {
  if (call.interrupted) throw new Ended(call.interrupted)
  const { attemptTimeoutMs } = call.tool
  if (attemptTimeoutMs !== undefined) return runLimited(call, attempt, scope, attemptTimeoutMs)
  return start(call, { attempt, scope })
}

function start(call: Call, attempt: Attempt): unknown {
  call.executed = true
  return call.live ? invokeInScope(call, attempt) : invoke(call, attempt)
}

function invokeInScope(call: Call, attempt: Attempt): unknown {
  return runInContext(attempt.scope.context, () => invoke(call, attempt))
}

function invoke(call: Call, attempt: Attempt): unknown {
  const returned = call.tool.execute?.(call.input, createContext(call, attempt))
  if (!isAsyncGenerator(returned)) return returned
  return drainGenerator(call, attempt.scope, returned, attempt.signal ?? call.interruption.signal)
}

/** Runs an attempt against its own deadline; what it settles to after that is late. */
async function runLimited(call: Call, attempt: number, scope: CallScope, limitMs: number): Promise<unknown> {
  const { interruption, kernel } = call
  const controller = new AbortController()
  const abort = (reason: unknown) => inCall(call, () => controller.abort(reason))
  const follow = () => {
    timer.clear()
    abort(interruption.signal.reason)
  }
  interruption.signal.addEventListener('abort', follow, { once: true })
  let expire: (ended: Ended) => void = () => {}
  const limit = new Promise<never>((_, reject) => {
    expire = reject
  })
  const timer = kernel.clock.setTimeout(() => {
    const message = `The attempt's deadline of ${limitMs} ms passed`
    abort(new DOMException(message, 'TimeoutError'))
    scope.openSpans.endAll({ errorType: 'timeout', message })
    expire(new Ended({ outcome: 'timed_out', message }))
  }, limitMs)
  try {
    const settled = Promise.resolve(start(call, { attempt, scope, signal: controller.signal }))
    const late = () => countLate(call)
    limit.catch(() => settled.then(late, late))
    return await Promise.race([settled, limit])
  } finally {
    timer.clear()
    interruption.signal.removeEventListener('abort', follow)
  }
}

async function inAttemptSpan<T>(
  call: Call,
  attempt: number,
  run: (scope: CallScope) => Promise<T>,
): Promise<T> {
  const { scope, live } = call
  const attributes = { [ATTR.toolName]: call.toolName, [ATTR.attempt]: attempt }
  const span =
    live && quietly(() => scope.tracer.startSpan(SPAN.attempt(attempt), { attributes }, scope.context))
  if (!span) return run(scope)
  const attemptScope = scopeUnder(scope, span)
  scope.openSpans.add(span)
  try {
    return await run(attemptScope)
  } catch (thrown) {
    scope.openSpans.end(span, () => failAttempt(attemptScope, thrown))
    throw thrown
  } finally {
    scope.openSpans.end(span)
  }
}

function failAttempt(scope: CallScope, thrown: unknown): void {
  if (Ended.is(thrown)) return
  const { message } = recordException(scope.span, thrown, scope)
  scope.span.setStatus({ code: SpanStatusCode.ERROR, message })
}

/** A timed-out attempt may still be at work, so it is repeated only where that changes nothing. */
async function isWorthAnother(
  call: Call,
  { maxAttempts, retryable }: ToolRetry,
  attempt: number,
  thrown: unknown,
): Promise<boolean> {
  if (attempt >= maxAttempts || call.interrupted || call.suspension) return false
  if (Ended.is(thrown)) {
    return thrown.settlement.outcome === 'timed_out' && call.tool.mcp?.annotations?.idempotentHint === true
  }
  if (!retryable) return true
  const { hookTimeoutMs, clock } = call.kernel
  const asked = await withLimit(() => retryable(thrown), hookTimeoutMs, clock)
  return asked.ok && asked.value
}

function delayBefore({ delayMs = 0, backoff = 'fixed' }: ToolRetry, attempt: number): number {
  return backoff === 'exponential' ? delayMs * 2 ** (attempt - 1) : delayMs
}

function pause(call: Call, ms: number): Promise<void> {
  const { interruption, kernel } = call
  return new Promise((resolve, reject) => {
    const stop = () => {
      timer.clear()
      reject(new Ended(call.interrupted ?? { outcome: 'cancelled' }))
    }
    const timer = kernel.clock.setTimeout(() => {
      interruption.signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    interruption.signal.addEventListener('abort', stop, { once: true })
  })
}

function countRetry({ kernel, instruments, toolName }: Call): void {
  if (kernel.metrics === 'all') instruments.retries.add(1, { [ATTR.toolName]: kernel.toolNames(toolName) })
}
