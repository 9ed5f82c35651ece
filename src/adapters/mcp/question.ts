import type { StoredCall } from '../../runtime/call-store.js'
import type { Tool } from '../../runtime/tool.js'
import { jsonText } from '../json-text.js'
import { resumeForm } from './elicitation-schema.js'
import type { Elicitation } from './mcp-request.js'

const LONGEST_SHOWN = 2_000

/** Returns what a person is asked about a call that waits; or, as a text, why they cannot be asked. */
export function questionAbout(tool: Tool, { kind, shown }: StoredCall): Elicitation | string {
  if (kind === 'approval') return approvalQuestion(tool, shown)
  const form = resumeForm(tool)
  if ('reason' in form) return `its answer cannot be asked for in a form: ${form.reason}`
  return { message: `${nameOf(tool)} asks: ${asked(shown)}`, requestedSchema: form.schema }
}

/** To accept is to approve, so the form asks for nothing that must be given. */
function approvalQuestion(tool: Tool, shown: unknown): Elicitation {
  const reason = { type: 'string', title: 'Reason', description: 'Why, for the record' }
  return {
    message: `${nameOf(tool)} wants to run with ${short(shown)}. Accept to let it run, decline to stop it.`,
    requestedSchema: { type: 'object', properties: { reason } },
  }
}

function nameOf({ id, title }: Tool): string {
  return title ? `${title} (${id})` : id
}

function asked(shown: unknown): string {
  if (typeof shown === 'string') return shown
  const message =
    shown !== null && typeof shown === 'object' && 'message' in shown ? shown.message : undefined
  return typeof message === 'string' ? message : short(shown)
}

function short(shown: unknown): string {
  const json = jsonText(shown) ?? ''
  return json.length > LONGEST_SHOWN ? `${json.slice(0, LONGEST_SHOWN)} …` : json
}
