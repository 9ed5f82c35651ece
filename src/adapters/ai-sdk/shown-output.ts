import type { Call } from '../../runtime/call-state.js'
import type { AiDoor } from './ai-door.js'
import { UnfinishedCall } from './unfinished-call.js'
import { shownIn } from './view-call.js'

/** Returns an output as people may see it: as its call showed it, where that is known. */
export async function shownOutput(
  { results }: AiDoor,
  call: Call,
  { output, preliminary }: { output?: unknown; preliminary?: boolean },
): Promise<unknown> {
  if (output instanceof UnfinishedCall) return { ...output }
  const result = results.get(call.toolCallId)
  if (result?.outcome === 'ok' && Object.is(result.output, output)) return result.view('display')
  call.output = output
  return shownIn(call, preliminary ? 'progress' : 'output', output)
}
