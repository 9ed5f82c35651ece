import { safeText } from '../../observe/exception.js'
import type { Call } from '../call-state.js'
import { Ended } from '../settlement.js'

/** Ends the call `not_found` when no tool has the name that was asked for. */
export function findTool({ request, kernel, scope }: Call): void {
  if (request.tool) return
  const name = JSON.stringify(safeText(request.toolName, 100, kernel.redactors.error, scope.known))
  throw new Ended({ outcome: 'not_found', message: `No tool is named ${name}` })
}
