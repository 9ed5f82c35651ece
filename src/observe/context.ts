import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, context as otel, ROOT_CONTEXT } from '@opentelemetry/api'

// Carries our context where the host registered no context manager, so that spans nest with injected providers alone.
const fallback = new AsyncLocalStorage<Context>()

/** Returns the OpenTelemetry context of the running code, with or without a registered context manager. */
export function activeContext(): Context {
  const active = otel.active()
  return active === ROOT_CONTEXT ? (fallback.getStore() ?? active) : active
}

/** Runs `fn` with a context active, here and in everything asynchronous that starts inside it. */
export function runInContext<T>(context: Context, fn: () => T): T {
  // To ask what is active is far cheaper than to make it so, and most of a call runs in its context already.
  if (activeContext() === context) return fn()
  return otel.with(context, () => (otel.active() === context ? fn() : fallback.run(context, fn)))
}
