import type { CallStore, StoredCall } from '../runtime/call-store.js'
import { createRuntime, type Runtime, type ToolSet } from '../runtime/runtime.js'
import { cliError } from './cli-error.js'
import type { LoadedTool } from './collect-tools.js'
import { findTicket } from './find-ticket.js'
import { toolNamed } from './load-module.js'
import { loadTools } from './load-tools.js'
import { openStore } from './open-store.js'
import type { Session } from './session.js'
import { silentLogger } from './silent-logger.js'

/** A ticket, and the runtime that can go on with its call. */
export interface TicketDoor {
  ticket: string
  runtime: Runtime
  /** Id of the tool, where the store in files has the call. */
  toolName?: string
}

/** Finds the runtime of a module that can go on with the call of a ticket: in the store in files, or in its own store. */
export async function ticketDoor(
  session: Session,
  { module, ticket: given, dir }: { module: string; ticket: string; dir?: string },
): Promise<TicketDoor> {
  const store = openStore(session, dir)
  const tools = await loadTools(session, module)
  const ticket = await findTicket(store, given)
  const stored = (await store.list()).find(({ id }) => id === ticket)
  if (!stored) return { ticket, runtime: (await runtimeThatKnows(tools, ticket)) ?? runtimeOf([], store) }
  const { tool, runtime } = toolNamed(tools, stored.toolName, module)
  if (runtime) await checkSameStore(runtime, stored, module)
  return { ticket, runtime: runtime ?? runtimeOf([tool], store), toolName: tool.id }
}

/** Makes a runtime whose calls wait in the store in files, and which runs nothing that it is not told to. */
export function runtimeOf(tools: readonly LoadedTool['tool'][], store: CallStore): Runtime {
  return createRuntime<ToolSet>({
    tools,
    tickets: store,
    background: { pickUp: false },
    logger: silentLogger,
  })
}

/** Returns the runtimes that a module exports. */
export function runtimesIn(tools: ReadonlyMap<string, LoadedTool>): Runtime[] {
  const runtimes = [...tools.values()].map(({ runtime }) => runtime)
  return [...new Set(runtimes)].filter(runtime => runtime !== undefined)
}

async function runtimeThatKnows(
  tools: ReadonlyMap<string, LoadedTool>,
  ticket: string,
): Promise<Runtime | undefined> {
  for (const runtime of runtimesIn(tools)) {
    const pending = await runtime.pending()
    if (pending.some(call => call.ticket === ticket)) return runtime
  }
  return undefined
}

/** A runtime that keeps its calls elsewhere would say that there is no such ticket. */
async function checkSameStore(
  runtime: Runtime,
  { id, state, expiresAt }: StoredCall,
  module: string,
): Promise<void> {
  if (state !== 'waiting' || (expiresAt ?? Number.POSITIVE_INFINITY) <= Date.now()) return
  const pending = await runtime.pending()
  if (!pending.some(({ ticket }) => ticket === id)) throw cliError('other_store', module)
}
