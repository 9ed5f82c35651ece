import type { JsonValue } from '../../observe/redact/redactor.js'
import type { EndedCall } from './run-calls.js'

/** One output in its three forms. */
export interface TransformViews {
  tool: string
  /** What the application got, untouched. */
  returned: unknown
  /** What a person may see. */
  display: JsonValue
  /** What the record keeps. */
  transcript: JsonValue
}

/** Returns the three forms of the first output of a tool with transforms. */
export async function transformViews(ended: readonly EndedCall[]): Promise<TransformViews> {
  const shown = ended.find(({ call, result }) => call.tool === TOOL && result.outcome === 'ok')
  const result = shown?.result
  return {
    tool: TOOL,
    returned: result?.outcome === 'ok' ? result.output : null,
    display: (await result?.view('display')) ?? null,
    transcript: (await result?.view('transcript')) ?? null,
  }
}

const TOOL = 'lookup-customer'
