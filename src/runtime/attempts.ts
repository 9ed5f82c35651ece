import { SpanStatusCode } from '@opentelemetry/api'
import { type CallScope, scopeUnder } from '../observe/call-scope.js'
import { runInContext } from '../observe/context.js'
import { isThenable } from '../observe/limit.js'
import { ATTR, SPAN } from '../observe/names.js'
import { quietly } from '../observe/quietly.js'
import { recordException } from '../observe/record-exception.js'
import { type Call, inCall } from './call-state.js'
import { createContext } from './create-context.js'
import { drainGenerator, isAsyncGenerator } from './generator.js'
import { countLate } from './late.js'
import { Ended } from './settlement.js'
import type { ToolRetry } from './tool.js'

/** Runs the attempts of a call until one succeeds or none is left. Without `retry` there is one, in the call's own span. */
export async function runAttempts(call: Call): Promise<unknown> {
  const { retry } = call.tool
  if (!retry) return runAttempt(call, 1, call.scope)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inAttemptSpan(call, attempt, scope => runAttempt(call, attempt, scope))
    } catch (thrown) {
      if (!isWorthAnother(call, retry, attempt, thrown)) throw thrown
      quietly(() => countRetry(call))
      await pause(call, delayBefore(retry, attempt))
    }
  }
}

async function runAttempt(call: Call, attempt: number, scope: CallScope): Promise<unknown> {
  const { tool, interruption } = call
  const { signal, limit, release } = attemptLimit(call)
  if (interruption.settlement) throw new Ended(interruption.settlement)
  call.executed = true
  const work = () => {
    const context = createContext(call, { attempt, scope, signal })
    const returned = tool.execute?.(call.input, context)
    return isAsyncGenerator(returned) ? drainGenerator(call, scope, returned, signal()) : returned
  }
  try {
    const returned = call.live ? runInContext(scope.context, work) : work()
    if (!limit) return isThenable(returned) ? await returned : returned
    const settled = Promise.resolve(returned)
    const late = () => countLate(call)
    limit.catch(() => settled.then(late, late))
    return await Promise.race([settled, limit])
  } finally {
    release()
  }
}

/** The hard deadline of one attempt, and the signal that the attempt gets. */
function attemptLimit(call: Call) {
  const { attemptTimeoutMs } = call.tool
  const { interruption, kernel } = call
  if (attemptTimeoutMs === undefined) return { signal: () => interruption.signal, release() {} }
  const controller = new AbortController()
  let timer: { clear(): void } | undefined
  const follow = () => {
    timer?.clear()
    inCall(call, () => controller.abort(interruption.signal.reason))
  }
  interruption.signal.addEventListener('abort', follow, { once: true })
  const limit = new Promise<never>((_, reject) => {
    timer = kernel.clock.setTimeout(() => {
      const message = `The attempt's deadline of ${attemptTimeoutMs} ms passed`
      inCall(call, () => controller.abort(new DOMException(message, 'TimeoutError')))
      reject(new Ended({ outcome: 'timed_out', message }))
    }, attemptTimeoutMs)
  })
  const release = () => {
    timer?.clear()
    interruption.signal.removeEventListener('abort', follow)
  }
  return { signal: () => controller.signal, limit, release }
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
  try {
    return await run(attemptScope)
  } catch (thrown) {
    quietly(() => failAttempt(attemptScope, thrown))
    throw thrown
  } finally {
    quietly(() => span.end())
  }
}

function failAttempt(scope: CallScope, thrown: unknown): void {
  if (Ended.is(thrown)) {
    if (thrown.settlement.outcome !== 'timed_out') return
    scope.span.setAttribute(ATTR.errorType, 'timeout')
    scope.span.setStatus({ code: SpanStatusCode.ERROR, message: thrown.settlement.message })
    return
  }
  const { message } = recordException(scope.span, thrown, scope)
  scope.span.setStatus({ code: SpanStatusCode.ERROR, message })
}

/** A timed-out attempt may still be at work, so it is repeated only where that changes nothing. */
function isWorthAnother(call: Call, retry: ToolRetry, attempt: number, thrown: unknown): boolean {
  if (attempt >= retry.maxAttempts || call.interruption.settlement || call.suspension) return false
  if (Ended.is(thrown)) {
    return thrown.settlement.outcome === 'timed_out' && call.tool.mcp?.annotations?.idempotentHint === true
  }
  return retry.retryable?.(thrown) ?? true
}

function delayBefore({ delayMs = 0, backoff = 'fixed' }: ToolRetry, attempt: number): number {
  return backoff === 'exponential' ? delayMs * 2 ** (attempt - 1) : delayMs
}

function pause(call: Call, ms: number): Promise<void> {
  const { interruption, kernel } = call
  return new Promise((resolve, reject) => {
    const stop = () => {
      timer.clear()
      reject(new Ended(interruption.settlement ?? { outcome: 'cancelled' }))
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
