import { createTool, type Tool, type ToolBackground, type ToolResult } from 'toolspan'
import { createTestRuntime, type TestRuntimeOptions } from 'toolspan/testing'
import { z } from 'zod'

type Execute = (
  input: { city: string },
  context: {
    attempt: number
    idempotencyKey: string
    abortSignal: AbortSignal
    resumeData?: { nights: number }
    suspend(payload: unknown): Promise<unknown>
  },
) => unknown

/** Makes a tool that runs in the background. */
export function aReport(
  execute: Execute,
  background: Partial<ToolBackground> = {},
  more: object = {},
): Tool<'report', { city: string }> {
  const definition = {
    id: 'report',
    description: 'Writes a report',
    inputSchema: z.object({ city: z.string() }),
    execute,
    background: { enabled: true, ...background },
    ...more,
  }
  return createTool(definition as never) as never
}

/** Opens a runtime for it. */
export function open(tool: Tool, options: Partial<TestRuntimeOptions<readonly Tool[]>> = {}) {
  return createTestRuntime({ tools: [tool], metrics: 'all', ...options })
}

/** Returns the id of the task that a call became. */
export function taskIdOf(result: ToolResult): string {
  if (result.outcome === 'dispatched' && result.taskId) return result.taskId
  throw new Error(`the call ended ${result.outcome} ${result.error?.message ?? ''}`)
}

/** A promise that is settled by hand. */
export function byHand<T = unknown>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>(done => {
    resolve = done
  })
  return { promise, resolve }
}

export const input = { city: 'Lyon' }
