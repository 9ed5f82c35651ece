import type { JsonValue } from '../../observe/redact/redactor.js'
import type { AiDoor } from './ai-door.js'

/** Returns why a call failed, as people may see it. What the SDK says of it may quote the input. */
export async function errorTextOf({ results }: AiDoor, toolCallId: string): Promise<string> {
  const result = results.get(toolCallId)
  if (!result || result.outcome === 'ok') return 'The tool could not be called.'
  if (result.outcome === 'awaiting_approval') return `${result.toolName} needs approval before it runs.`
  return textOf(await result.view('display'))
}

function textOf(shown: JsonValue): string {
  if (typeof shown === 'string') return shown
  const { message } = shown !== null && typeof shown === 'object' ? (shown as { message?: JsonValue }) : {}
  return typeof message === 'string' ? message : JSON.stringify(shown)
}
