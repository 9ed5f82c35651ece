import { safeText } from '../../../observe/exception.js'
import { TOOL_ERROR } from '../../../observe/names.js'
import { declaredPathsOf } from '../../../observe/redact/declared-paths.js'
import type { Binding } from '../../../runtime/binding.js'
import { createTool, definitionOf } from '../../../runtime/create-tool.js'
import { executeDirectly } from '../../../runtime/direct.js'
import { Ended } from '../../../runtime/settlement.js'
import type { AnyToolDefinition } from '../../../runtime/tool.js'
import type { ListedTool } from './tool-changes.js'

/** Makes one call to the server, with the arguments that the pipeline lets through. */
export type CallServer = (input: unknown) => Promise<unknown>

const LONGEST_TEXT = 1_000

/** An MCP result that says of itself that it is an error. */
class ResultError extends Error {
  readonly result: unknown

  constructor(message: string, result: unknown) {
    super(message)
    this.result = result
  }
}

/**
 * Makes a tool of what a server lists, so that its calls go through the pipeline. Its input is the server's to validate;
 * what its schemas declare sensitive is redacted.
 *
 * @param otherwise Calls the server when the call goes on after a person has approved it.
 */
export function observedTool(
  listed: ListedTool,
  { kernel }: Binding,
  otherwise: CallServer,
): AnyToolDefinition {
  const { name, description = '', inputSchema, outputSchema } = listed
  const tool = createTool({
    id: name,
    description,
    sensitive: {
      input: declaredPathsOf(inputSchema),
      output: declaredPathsOf(outputSchema).map(pointer => `/structuredContent${pointer}`),
    },
    async execute(input: unknown, { mcp }) {
      const call = (mcp?.extra as CallServer | undefined) ?? otherwise
      const result = await call(input)
      if ((result as { isError?: unknown } | undefined)?.isError !== true) return result
      const message = safeText(textIn(result), LONGEST_TEXT, kernel.redactors.error)
      const thrown = { value: new ResultError(message, result) }
      throw new Ended({ outcome: 'error', errorType: TOOL_ERROR, message, thrown })
    },
  })
  return definitionOf(tool)
}

/** Calls a server through the pipeline. Answers and throws what the server's client does. */
export async function callThroughPipeline(
  tool: AnyToolDefinition,
  binding: Binding,
  { input, call, abortSignal }: { input: unknown; call: CallServer; abortSignal?: AbortSignal },
): Promise<unknown> {
  let failed: { thrown: unknown } | undefined
  const extra: CallServer = given =>
    call(given).catch((thrown: unknown) => {
      failed = { thrown }
      throw thrown
    })
  try {
    return await executeDirectly(tool, input, { mcp: { extra }, abortSignal }, binding)
  } catch (thrown) {
    if (thrown instanceof ResultError) return thrown.result
    throw failed ? failed.thrown : thrown
  }
}

function textIn(result: unknown): string {
  const { content } = result as { content?: unknown }
  if (!Array.isArray(content)) return TOOL_ERROR
  const texts = content.flatMap(block => (typeof block?.text === 'string' ? [block.text] : []))
  return texts.join('\n') || TOOL_ERROR
}
