import type { CallStore } from '../runtime/call-store.js'
import type { ToolResult } from '../runtime/result.js'
import { bareTicket } from './find-ticket.js'
import { shellWord } from './shell-word.js'

const SHOWN_DIGITS = 8

/** Says what a call waits for and which command goes on with it, where it waits in this store. */
export async function waitingHint(
  result: ToolResult,
  store: CallStore,
  module: string,
): Promise<string | undefined> {
  if (result.outcome !== 'awaiting_approval' && result.outcome !== 'suspended') return undefined
  const { ticket, outcome } = result
  if (!(await store.list()).some(({ id }) => id === ticket)) return undefined
  const short = bareTicket(ticket).slice(0, SHOWN_DIGITS)
  const withTools = `--module ${shellWord(module)}`
  return outcome === 'suspended'
    ? `It waits for data: toolspan resume ${short} --data '{}' ${withTools}`
    : `It waits for approval: toolspan approve ${short} ${withTools}, or toolspan deny ${short}`
}
