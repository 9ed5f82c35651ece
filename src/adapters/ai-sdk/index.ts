// The public names of `toolspan/ai-sdk`. Each name is listed, so that adding one is a decision; no logic here.
export type { AiTool } from './ai-tool.js'
export {
  type AiToolApproval,
  type AiToolSet,
  type AiTools,
  type AiToolsOptions,
  aiTools,
} from './ai-tools.js'
export type { CallMemory, RememberedCall } from './call-history.js'
export type { AiExecutionOptions } from './execution-options.js'
export type { AiModelMessage, AiUiMessage } from './to-model-messages.js'
export { UnfinishedCall } from './unfinished-call.js'
