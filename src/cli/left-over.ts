import { printable } from '../exporters/printable.js'
import type { Tool } from '../runtime/tool.js'
import type { FileStore } from '../stores/files/file-store.js'
import { StoreError } from '../stores/store-error.js'
import { isDecided } from './decided-states.js'
import { bareTicket } from './find-ticket.js'

/** Says of each call that was decided on and still waits, although its tool is here, why it cannot be run. */
export async function leftOver(store: FileStore, tools: readonly Tool[]): Promise<string[]> {
  const ids = new Set(tools.map(({ id }) => id))
  const waiting = (await store.list()).filter(call => isDecided(call) && ids.has(call.toolName))
  return Promise.all(
    waiting.map(async ({ id, toolName }) => {
      const reason = await whyNot(store, id)
      return `${printable(toolName)} (${bareTicket(id).slice(0, 8)}) was decided on and is not run: ${reason}`
    }),
  )
}

async function whyNot(store: FileStore, id: string): Promise<string> {
  try {
    await store.read(id)
    return 'its tool takes something else now than when it was called; call it again'
  } catch (error) {
    if (error instanceof StoreError) return error.message
    throw error
  }
}
