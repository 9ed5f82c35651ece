import { type CallOptions, createTool, type Outcome, type Tool, type ToolDefinition } from 'toolspan'
import { z } from 'zod'
import type { DoorOptions } from './doors.js'

/** Every way a call can end now, with what must be seen of it. */
export interface Ending {
  outcome: Outcome
  /** `error.type`; a status of error goes with it. */
  errorType?: string
  executes: 0 | 1
  /** The call ends so before it can wait for anything. */
  atInput?: true
  /** Only a door with a runtime can end so. */
  needsRuntime?: boolean
  tool: (more: Partial<AnyDefinition>) => Tool
  input?: unknown
  call?: () => CallOptions
  runtime?: DoorOptions
  /** What must happen while the call is open. */
  meanwhile?: (door: { advance(ms: number): Promise<void> }, options: CallOptions) => Promise<void>
}

type AnyDefinition = ToolDefinition<string, undefined, undefined, undefined, undefined, undefined, unknown>

/** Thrown by the tool of the `error` ending. */
export class Broken extends Error {}

const never = () => new Promise<never>(() => {})
const inputSchema = z.object({ city: z.string() })
const outputSchema = z.object({ degrees: z.number() })
const input = { city: 'Lyon' }
const ok = async () => ({ degrees: 21 })

/** Counts the runs of the tools below. */
export const runs = { count: 0 }

function define(fields: object, execute: ((...args: never[]) => unknown) | undefined) {
  return (more: object): Tool => {
    const counted =
      execute &&
      ((...args: never[]) => {
        runs.count += 1
        return execute(...args)
      })
    const definition = { id: 'weather', description: 'Weather', inputSchema, ...fields, ...more }
    return createTool({ ...definition, execute: counted } as never)
  }
}

export const endings: readonly Ending[] = [
  { outcome: 'ok', executes: 1, input, tool: define({ outputSchema }, ok) },
  {
    outcome: 'input_invalid',
    atInput: true,
    errorType: 'input_invalid',
    executes: 0,
    input: { city: 7 },
    tool: define({ outputSchema }, ok),
  },
  {
    outcome: 'context_invalid',
    atInput: true,
    errorType: 'context_invalid',
    executes: 0,
    input,
    tool: define({ requestContextSchema: z.object({ user: z.string() }) }, ok),
  },
  {
    outcome: 'awaiting_approval',
    atInput: true,
    executes: 0,
    input,
    tool: define({ requireApproval: true }, ok),
  },
  {
    outcome: 'suspended',
    executes: 1,
    input,
    tool: define({}, async (_input: unknown, context: { suspend(payload: unknown): unknown }) =>
      context.suspend({ ask: 'when?' }),
    ),
  },
  {
    outcome: 'suspend_invalid',
    errorType: 'suspend_invalid',
    executes: 1,
    input,
    tool: define(
      { suspendSchema: z.object({ ask: z.string() }) },
      async (_input: unknown, context: { suspend(payload: unknown): unknown }) => context.suspend({ ask: 1 }),
    ),
  },
  {
    outcome: 'output_invalid',
    errorType: 'output_invalid',
    executes: 1,
    input,
    tool: define({ outputSchema }, async () => ({ degrees: 'warm' })),
  },
  { outcome: 'dispatched', executes: 0, input, tool: define({ timeoutMs: 50 }, undefined) },
  {
    outcome: 'cancelled',
    executes: 1,
    input,
    tool: define({}, never),
    call: () => {
      const controller = new AbortController()
      setImmediate(() => controller.abort(new Error('changed my mind')))
      return { abortSignal: controller.signal }
    },
    meanwhile: async (door, { abortSignal }) => {
      await new Promise(resolve => abortSignal?.addEventListener('abort', resolve))
      await door.advance(1_000)
    },
  },
  {
    outcome: 'timed_out',
    errorType: 'timeout',
    executes: 1,
    input,
    tool: define({ timeoutMs: 50 }, never),
    meanwhile: door => door.advance(50),
  },
  {
    outcome: 'audit_unavailable',
    errorType: 'audit_unavailable',
    executes: 0,
    needsRuntime: true,
    input,
    tool: define({}, ok),
    runtime: { transcript: { append: () => Promise.reject(new Error('disk full')), onError: 'block' } },
  },
  {
    outcome: 'error',
    errorType: 'Broken',
    executes: 1,
    input,
    tool: define({}, async () => {
      throw new Broken('no signal')
    }),
  },
]
