import { isDeepStrictEqual } from 'node:util'
import type { CallOptions, RuntimeOptions, Tool, ToolSet } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { vi } from 'vitest'
import { aiSdkDoor } from './ai-sdk-door.js'
import { type Answer, answerOfExecute, answerOfResult } from './answer.js'
import { backgroundDoor } from './background-door.js'
import { registerGlobalTelemetry, unregisterGlobalTelemetry } from './global-telemetry.js'
import { mcpDoor } from './mcp-door.js'
import type { Observed } from './observed.js'

/** Options of the runtime behind a door; a door without a runtime has none. */
export type DoorOptions = Omit<Partial<RuntimeOptions<ToolSet>>, 'tools'>

/** A tool behind an open door. */
export interface OpenDoor extends Observed {
  call(input: unknown, options?: CallOptions): Promise<Answer>
  /** Moves the clock of the call ahead. */
  advance(ms: number): Promise<void>
  close(): void
}

/** What some way to call a tool cannot do, in the words of docs/adapters.md. */
export const LIMITS = {
  options: 'take the options of a call',
  values: 'carry values that JSON has none of',
  thrown: 'hand on the value that a tool threw',
  elsewhere: 'call a tool that runs elsewhere',
} as const

export type Limit = keyof typeof LIMITS

/**
 * One way to call a tool. Every promise of this suite is kept by every door: a new door joins by standing in `doors`.
 */
export interface Door {
  name: string
  /** Whether the door has a runtime: its options, transcript and events. */
  hasRuntime: boolean
  /** Whether the door answers a result, with what the model gets. */
  hasResult: boolean
  /** Which hooks are told of the input on its way. */
  streams: readonly ('start' | 'delta')[]
  /** What this way cannot do, and why; told in docs/adapters.md. */
  cannot?: Partial<Record<Limit, string>>
  open(tool: Tool, options?: DoorOptions): OpenDoor
}

type TestRuntime = ReturnType<typeof createTestRuntime<readonly [Tool]>>
type Way = (runtime: TestRuntime, tool: Tool, input: unknown, options?: CallOptions) => Promise<Answer>

function runtimeDoor(name: string, hasResult: boolean, way: Way, streams: Door['streams'] = []): Door {
  return {
    name,
    hasRuntime: true,
    hasResult,
    streams,
    open(tool, options) {
      const runtime = createTestRuntime({ tools: [tool], capture: 'redacted', metrics: 'all', ...options })
      return {
        ...runtime,
        call: (input, callOptions) => way(runtime, tool, input, callOptions),
        advance: ms => runtime.clock.advance(ms),
        close() {},
      }
    },
  }
}

const bareDoor: Door = {
  name: 'tool.execute',
  hasRuntime: false,
  hasResult: false,
  streams: [],
  open(tool) {
    // The shared kernel of tools without a runtime reads this once, at the first call of the process.
    process.env['OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'] = 'true'
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    return {
      ...registerGlobalTelemetry(),
      call: (input, options) => answerOfExecute(tool.execute(input, options), options?.abortSignal),
      advance: async ms => void (await vi.advanceTimersByTimeAsync(ms)),
      close() {
        vi.useRealTimers()
        unregisterGlobalTelemetry()
      },
    }
  },
}

/** Streams the input in where its text stands for it; what JSON cannot say is given whole. */
async function streamed(
  { runtime }: TestRuntime,
  tool: Tool,
  input: unknown,
  options?: CallOptions,
): Promise<Answer> {
  const call = runtime.open({ ...options, toolName: tool.id })
  const text = textOf(input)
  if (text === undefined) call.available(input)
  else {
    for (let at = 0; at < text.length; at += 3) call.delta(text.slice(at, at + 3))
    call.end()
  }
  return answerOfResult(await call.result)
}

function textOf(input: unknown): string | undefined {
  try {
    const text = JSON.stringify(input)
    return isDeepStrictEqual(JSON.parse(text), input) ? text : undefined
  } catch {
    return undefined
  }
}

export const doors: readonly Door[] = [
  runtimeDoor('runtime.call by id', true, async (runtime, tool, input, options) =>
    answerOfResult(await runtime.call(tool.id, input, options)),
  ),
  runtimeDoor('runtime.call by tool', true, async (runtime, tool, input, options) =>
    answerOfResult(await runtime.call(tool, input, options)),
  ),
  runtimeDoor('runtime.scope().call', true, async (runtime, tool, input, options) =>
    answerOfResult(await runtime.scope({ tenant: 'acme' }).call(tool.id, input, options)),
  ),
  runtimeDoor('runtime.tool(id).execute', false, (runtime, tool, input, options) =>
    answerOfExecute(runtime.tool(tool.id).execute(input, options), options?.abortSignal),
  ),
  runtimeDoor('runtime.open, piece by piece', true, streamed, ['start', 'delta']),
  runtimeDoor(
    'runtime.open, whole',
    true,
    async ({ runtime }, tool, input, options) => {
      const call = runtime.open({ ...options, toolName: tool.id })
      call.available(input)
      return answerOfResult(await call.result)
    },
    ['start'],
  ),
  backgroundDoor,
  mcpDoor,
  aiSdkDoor,
  bareDoor,
]

export const runtimeDoors = doors.filter(door => door.hasRuntime)

/** Returns the doors that can do what a test needs. */
export function doorsThatCan(...needed: readonly Limit[]): readonly Door[] {
  return doors.filter(({ cannot = {} }) => needed.every(limit => cannot[limit] === undefined))
}
