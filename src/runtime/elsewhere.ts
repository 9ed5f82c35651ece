import { captureContent } from '../observe/capture.js'
import { ATTR, EVENT } from '../observe/names.js'
import { quietly } from '../observe/quietly.js'
import { announce } from './announce.js'
import type { Call } from './call-state.js'
import { declarationOf } from './declarations.js'
import { recordPayloadSize } from './payload-size.js'
import type { Settlement } from './settlement.js'

/** How long the span of a tool that runs elsewhere stays open without a deadline of its own. */
const LONGEST_WAIT_MS = 300_000

/** Tells whether a call's span stays open past its result, because the tool runs elsewhere. */
export function settlesLater({ request, tool }: Call, { outcome }: Settlement): boolean {
  return outcome === 'dispatched' && !tool.execute && request.hasResult
}

/** Returns what closes the span of a dispatched call: its result, given once. Its deadline closes it otherwise. */
export function awaitElsewhere(call: Call): (result: unknown) => void {
  const { kernel, scope, startedAt, timeoutMs = LONGEST_WAIT_MS } = call
  let open = true
  function close(write: () => void): void {
    if (!open) return
    open = false
    deadline.clear()
    quietly(write)
    quietly(() => scope.span.end())
  }
  const remainingMs = Math.max(0, timeoutMs - (kernel.clock.now() - startedAt))
  const deadline = kernel.clock.setTimeout(() => close(() => {}), remainingMs)
  deadline.unref()
  return result => close(() => recordResult(call, result))
}

function recordResult(call: Call, result: unknown): void {
  const { kernel, scope, tool } = call
  // From here on the values that its schema declares are known in every text of the call.
  call.output = result
  announce(call, 'tool-result', 'output', result)
  if (!scope.span.isRecording()) return
  scope.span.addEvent(EVENT.toolSettled)
  if ((tool.capture ?? kernel.capture) !== 'redacted') return
  const declared = { ...declarationOf(tool, 'output'), values: scope.known.values }
  const content = captureContent(result, kernel.redactors.span, declared)
  recordPayloadSize(call, 'output', content)
  scope.span.setAttribute(ATTR.toolCallResult, content.json)
  if (content.truncated) scope.span.setAttribute(ATTR.resultTruncated, true)
}
