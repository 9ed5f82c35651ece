import { type Context, createContext, Script } from 'node:vm'

let stage: { context: Context; script: Script } | undefined

/**
 * Runs a function that may take too long, such as a pattern on a text that somebody made for it, and stops it at a limit.
 *
 * It costs half a millisecond, so it is for where a limit is needed.
 *
 * @returns What the function gives, or `undefined` when it was stopped.
 */
export function timed<T>(fn: () => T, limitMs: number): { value: T } | undefined {
  stage ??= { context: createContext({ run: undefined }), script: new Script('run()') }
  const { context, script } = stage
  const outer: unknown = context['run']
  context['run'] = () => ({ value: fn() })
  try {
    return script.runInContext(context, { timeout: Math.ceil(limitMs) }) as { value: T }
  } catch (error) {
    if (isTimeout(error)) return undefined
    throw error
  } finally {
    context['run'] = outer
  }
}

function isTimeout(error: unknown): boolean {
  // The error belongs to the other context, so that it is no `Error` here.
  return (error as { code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
