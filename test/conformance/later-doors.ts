import { createTool, memoryStore, type Tool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { answerOfResult } from './answer.js'
import type { Door } from './doors.js'

type TestRuntime = ReturnType<typeof createTestRuntime<readonly [Tool]>>
type GoOn = (
  runtime: TestRuntime,
  ticket: string,
  options: { abortSignal?: AbortSignal; timeoutMs?: number; attributes?: Record<string, unknown> },
) => ReturnType<TestRuntime['approve']>

/**
 * A call that begins in one runtime, where nobody looks, and goes on in another that shares its store. What is seen is
 * the second run: the input was validated and told of before it.
 */
function laterDoor(name: string, first: (tool: Tool) => Tool, goOn: GoOn): Door {
  return {
    name,
    hasRuntime: true,
    hasResult: true,
    streams: [],
    open(tool, options) {
      const tickets = memoryStore()
      const before = createTestRuntime({ tools: [first(tool)], tickets })
      const after = createTestRuntime({
        tools: [tool],
        capture: 'redacted',
        metrics: 'all',
        tickets,
        ...options,
      })
      return {
        ...after,
        async call(input, { abortSignal, timeoutMs, attributes, ...callOptions } = {}) {
          const begun = await before.call(tool.id, input, callOptions)
          if (!('ticket' in begun)) throw new Error(`the call ended ${begun.outcome} before it waited`)
          return answerOfResult(await goOn(after, begun.ticket, { abortSignal, timeoutMs, attributes }))
        },
        advance: ms => after.clock.advance(ms),
        close() {},
      }
    },
  }
}

/** The same tool, as far as its input goes, that does something else first. */
function waitingTool({ id, description, inputSchema, resumeSchema }: Tool, more: object): Tool {
  return createTool({ id, description, inputSchema, resumeSchema, ...more } as never)
}

/** Doors through which a call goes on that began elsewhere. Every promise about what comes after the input is theirs. */
export const laterDoors: readonly Door[] = [
  laterDoor(
    'runtime.approve',
    tool => waitingTool(tool, { requireApproval: true, execute: () => 'never' }),
    (runtime, ticket, options) => runtime.approve(ticket, { by: 'grace', ...options }),
  ),
  laterDoor(
    'runtime.resume',
    tool => waitingTool(tool, { execute: (_: unknown, { suspend }: { suspend(): unknown }) => suspend() }),
    (runtime, ticket, options) => runtime.resume(ticket, undefined, options),
  ),
]
