import { digestOf } from '../observe/digest.js'
import { withLimit } from '../observe/limit.js'
import { announceEnd } from './announce-end.js'
import type { Call } from './call-state.js'
import { errorOf } from './error-of.js'
import { hookArgument, runHook } from './hooks.js'
import { inCall } from './in-call.js'
import { type KeptEntry, keep } from './keep.js'
import { modelOutputOf } from './model-output.js'
import { meaningOf } from './outcome.js'
import type { Settlement } from './settlement.js'
import { closeTicket } from './waiting/close-ticket.js'

/** Tells everyone who may know how a call ended: the model's view, watchers, hooks, the transcript. Never rejects. */
export function deliver(call: Call, settlement: Settlement): void | Promise<void> {
  const { tool, kernel, request } = call
  const ok = settlement.outcome === 'ok'
  if (ok && !tool.toModelOutput) call.modelOutput = settlement.output
  // What an attempt of a background task has come to is told once the task holds it.
  if (call.events.watched && call.attempt === undefined) announceEnd(call, settlement)
  const shapes = ok && tool.toModelOutput && request.hasResult
  const tells = shapes || call.announcing || tool.onOutput || tool.onError || kernel.transcript
  if (tells || request.continuation) {
    return tellInCall(call, settlement)
  }
}

function tellInCall(call: Call, settlement: Settlement): Promise<void> {
  return inCall(call, () => tellAll(call, settlement))
}

async function tellAll(call: Call, settlement: Settlement): Promise<void> {
  const { tool, kernel, request } = call
  if (settlement.outcome === 'ok' && tool.toModelOutput && request.hasResult) {
    call.modelOutput = await modelOutputOf(call, tool.toModelOutput, settlement.output)
  }
  // Watchers that are slow to be shown something keep a result no longer than one transform may take.
  if (call.announcing) await withLimit(() => call.announcing, kernel.transformTimeoutMs, kernel.clock)
  await Promise.all([tellHooks(call, settlement), kernel.transcript && keepEnd(call, settlement)])
  if (request.continuation) await closeTicket(call, settlement)
}

async function tellHooks(call: Call, settlement: Settlement): Promise<void> {
  const { outcome, output } = settlement
  const { tool, toolName } = call
  if (!(outcome === 'ok' ? tool.onOutput : tool.onError)) return
  if (outcome === 'ok') await runHook(call, 'onOutput', hookArgument(call, { output, toolName }))
  else if (meaningOf(outcome).error || outcome === 'cancelled') {
    await runHook(
      call,
      'onError',
      hookArgument(call, { error: errorOf(settlement, call), outcome, toolName }),
    )
  }
}

async function keepEnd(call: Call, settlement: Settlement): Promise<void> {
  const { outcome, taskId } = settlement
  await keep(call, { ...entryOf(call, settlement), outcome, ...(taskId && { taskId }) })
}

function entryOf(call: Call, settlement: Settlement): KeptEntry {
  const { outcome, output, suspendPayload } = settlement
  switch (outcome) {
    case 'ok':
      return { type: 'tool.output', phase: 'output', payload: output, model: modelShape(call) }
    case 'awaiting_approval':
      return {
        type: 'approval.request',
        phase: 'approval',
        payload: call.rawInput,
        approval: { proposed: digestOf(call.rawInput) },
      }
    case 'suspended':
      return { type: 'suspend', phase: 'suspend', payload: suspendPayload }
    case 'dispatched':
      return { type: 'tool.input', phase: 'input', payload: call.rawInput }
    default:
      return { type: 'tool.error', phase: 'error', payload: errorOf(settlement, call) }
  }
}

function modelShape({ tool, modelOutput }: Call): unknown {
  return tool.toModelOutput && modelOutput
}
