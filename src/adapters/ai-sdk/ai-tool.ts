import type { JsonValue } from '../../observe/redact/redactor.js'
import { approvalPolicies } from '../../runtime/approval-policies.js'
import { definitionOf } from '../../runtime/create-tool.js'
import type { AnyToolDefinition, Tool } from '../../runtime/tool.js'
import { markWrapped } from '../wrapped-mark.js'
import { type AcceptingSchema, acceptingSchema } from './accepting-schema.js'
import type { AiDoor } from './ai-door.js'
import { needsApproval } from './approval.js'
import type { AiExecutionOptions } from './execution-options.js'
import { inputHooks } from './input-hooks.js'
import type { AiToolResultOutput } from './model-output.js'
import { runTool } from './run-tool.js'
import { toModelOutput } from './to-model-output.js'

/** A tool as the AI SDK takes it, in version 6 and 7. */
export interface AiTool<TInput = unknown, TOutput = unknown> {
  description: string
  title?: string
  inputSchema: AcceptingSchema<TInput>
  inputExamples?: { input: TInput }[]
  strict?: boolean
  providerOptions?: Record<string, Record<string, JsonValue>>
  needsApproval?: (input: TInput, options: AiExecutionOptions) => Promise<boolean>
  onInputStart: (options: AiExecutionOptions) => void
  onInputDelta: (options: AiExecutionOptions & { inputTextDelta: string }) => Promise<void>
  onInputAvailable: (options: AiExecutionOptions & { input: TInput }) => void | Promise<void>
  /** Absent for a tool that runs elsewhere. */
  execute: (input: TInput, options: AiExecutionOptions) => Promise<TOutput>
  toModelOutput: (options: {
    toolCallId: string
    input: TInput
    output: TOutput
  }) => Promise<AiToolResultOutput>
}

/**
 * Makes the AI SDK's form of a tool.
 *
 * @throws {NoJsonSchemaError} When its input has no JSON Schema form.
 */
export function aiTool(door: AiDoor, tool: Tool): AiTool {
  const definition = definitionOf(tool)
  const made: Omit<AiTool, 'execute'> & Partial<Pick<AiTool, 'execute'>> = {
    ...described(definition),
    inputSchema: acceptingSchema(tool),
    ...inputHooks(door, definition),
    toModelOutput: options => toModelOutput(door, definition, options),
  }
  if (asksPeople(door, definition))
    made.needsApproval = (input, options) => needsApproval(door, definition, input, options)
  if (definition.execute)
    made.execute = markWrapped((input, options) => runTool(door, definition, input, options))
  // A tool without `execute` is one in the SDK too: it runs at the client.
  return made as AiTool
}

/** Tells whether a person may have to approve a call of a tool. */
export function asksPeople({ binding: { kernel } }: AiDoor, tool: AnyToolDefinition): boolean {
  return tool.execute !== undefined && approvalPolicies(tool, kernel).length > 0
}

function described({ description, title, strict, inputExamples, providerOptions }: AnyToolDefinition) {
  return {
    description,
    ...(title !== undefined && { title }),
    ...(strict !== undefined && { strict }),
    ...(inputExamples && { inputExamples: [...inputExamples] }),
    ...(providerOptions && {
      providerOptions: providerOptions as Record<string, Record<string, JsonValue>>,
    }),
  }
}
