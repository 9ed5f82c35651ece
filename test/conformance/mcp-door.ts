import { setImmediate } from 'node:timers/promises'
import type { CallOptions, Outcome, Runtime, Tool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { pairs, type TestClient } from '../adapters/mcp/support/pairs.js'
import type { Answer } from './answer.js'
import type { Door } from './doors.js'

/** What a client can tell of how a call ended: by the texts of the answer, as `answerOfExecute` does by its errors. */
const OUTCOMES: [text: RegExp, outcome: Outcome][] = [
  [/^Tool input validation/, 'input_invalid'],
  [/^Tool output validation/, 'output_invalid'],
  [/^Tool request context validation/, 'context_invalid'],
  [/^Tool suspend payload validation/, 'suspend_invalid'],
  [/needs a person's approval/, 'awaiting_approval'],
  [/waits for a person's answer/, 'suspended'],
  [/did not end within|timed out|deadline/i, 'timed_out'],
  [/transcript|audit/, 'audit_unavailable'],
]

/** The door of an MCP client: a client and a server of the first line of the SDK, connected within the process. */
export const mcpDoor: Door = {
  name: 'MCP, tools/call',
  hasRuntime: true,
  hasResult: true,
  streams: [],
  cannot: {
    options:
      'the protocol has no call id, no messages and no request context of a call; `scope` gives the context',
    values: 'arguments and outputs are JSON',
    thrown: 'an error is its text',
    elsewhere: 'a tool without `execute` is not served',
  },
  open(tool, options) {
    const t = createTestRuntime({ tools: [tool], capture: 'redacted', metrics: 'all', ...options })
    const connecting = pairs[0]?.connect(t.runtime as unknown as Runtime) as Promise<TestClient>
    // The request has a span of its own, and the calls of this suite are counted without it.
    const ofCalls = () => t.spans().filter(({ name }) => !name.startsWith('tools/call '))
    return {
      ...t,
      spans: ofCalls,
      startedSpans: () => t.startedSpans() - (t.spans().length - ofCalls().length),
      async call(input, callOptions) {
        const answer = await callOver(await connecting, tool, input, callOptions)
        // A client that cancels is answered at once, and the call ends when it can.
        while (t.startedSpans() > t.spans().length) await setImmediate()
        return answer
      },
      advance: ms => t.clock.advance(ms),
      close: () => void connecting.then(client => client.close()),
    }
  },
}

async function callOver(
  client: TestClient,
  tool: Tool,
  input: unknown,
  { abortSignal: signal }: CallOptions = {},
): Promise<Answer> {
  try {
    const given = input as Record<string, unknown>
    const result = await client.call({ name: tool.id, arguments: given }, { signal, timeout: 60_000 })
    const [{ text = '' } = { text: '' }] = result.content
    if (result.isError) {
      const outcome = OUTCOMES.find(([says]) => says.test(text))?.[1] ?? 'error'
      return { outcome, message: text, raw: result }
    }
    return { outcome: 'ok', output: outputIn(text), raw: result }
  } catch (thrown) {
    if (!signal?.aborted) throw thrown
    return { outcome: 'cancelled', raw: thrown }
  }
}

function outputIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
