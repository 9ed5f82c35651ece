import type { CallStore } from '../runtime/call-store.js'
import type { ToolResult } from '../runtime/result.js'
import { bareTicket } from './find-ticket.js'
import { shellWord } from './shell-word.js'

const SHOWN_DIGITS = 8

const ELSEWHERE =
  'It waits where its runtime keeps calls; in memory it ends with this command, with tickets: fileStore() it stays.'

/** Says what a call waits for and which commands go on with it, or that it does not wait in this store. */
export async function waitingHint(
  result: ToolResult,
  store: CallStore,
  module: string,
): Promise<string | undefined> {
  if (result.outcome !== 'awaiting_approval' && result.outcome !== 'suspended') return undefined
  const { ticket, outcome } = result
  if (!(await store.list()).some(({ id }) => id === ticket)) return ELSEWHERE
  const short = bareTicket(ticket).slice(0, SHOWN_DIGITS)
  const withTools = `--module ${shellWord(module)}`
  return outcome === 'suspended'
    ? `It waits for data:\n  toolspan resume ${short} --data '{}' ${withTools}`
    : `It waits for approval:\n  toolspan approve ${short} ${withTools}\n  toolspan deny ${short} ${withTools}`
}
