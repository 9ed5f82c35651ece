import type { ToolResult } from '../../runtime/result.js'
import type { Runtime } from '../../runtime/runtime.js'
import type { DemoCall } from './demo-calls.js'

/** One call of the demo and how it ended. */
export interface EndedCall {
  call: DemoCall
  result: ToolResult
}

/** So many waves of calls: enough at once to overlap, not so many that each mostly waits for the others. */
const WAVES = 4

/**
 * Makes all calls, each wave at once.
 *
 * @param onEnded Is told after each call how many have ended.
 * @returns The calls in the order given.
 */
export async function runCalls(
  runtime: Runtime,
  calls: readonly DemoCall[],
  onEnded: (ended: number) => void,
): Promise<EndedCall[]> {
  const ended = new Map<DemoCall, EndedCall>()
  for (let wave = 0; wave < WAVES; wave += 1) {
    const atOnce = calls.filter((_, index) => index % WAVES === wave)
    await Promise.all(
      atOnce.map(async call => {
        ended.set(call, { call, result: await makeCall(runtime, call) })
        onEnded(ended.size)
      }),
    )
  }
  return calls.flatMap(call => ended.get(call) ?? [])
}

async function makeCall(
  runtime: Runtime,
  { tool, input, options, abortAfterMs, ...person }: DemoCall,
): Promise<ToolResult> {
  if (abortAfterMs === undefined) return goOn(runtime, await runtime.call(tool, input, options), person)
  const caller = new AbortController()
  const abort = () =>
    caller.abort(new DOMException('The caller does not need the page any more', 'AbortError'))
  const timer = setTimeout(abort, abortAfterMs)
  try {
    return await runtime.call(tool, input, { ...options, abortSignal: caller.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** Does what a person would do for a call that waits. */
async function goOn(
  runtime: Runtime,
  result: ToolResult,
  { decision, answer }: Pick<DemoCall, 'decision' | 'answer'>,
): Promise<ToolResult> {
  if (result.outcome === 'suspended') return runtime.resume(result.ticket, answer)
  if (result.outcome !== 'awaiting_approval' || !decision) return result
  const reason = decision === 'deny' ? 'every a would be gone' : 'a scratch copy'
  return runtime[decision](result.ticket, { by: 'demo', reason })
}
