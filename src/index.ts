// The public names of the runtime and of observe; every name is listed, nothing is defined here.

export {
  type WrappedToolOptions,
  type WrappedTools,
  type WrapToolsOptions,
  wrapTools,
} from './adapters/wrap/wrap-tools.js'
export type { Capture } from './observe/capture.js'
export type { Clock, Timer } from './observe/clock.js'
export type { Commit, Commitments } from './observe/commitments.js'
export type { LogLevel, ToolLogger } from './observe/logger.js'
export { observe, type SpanHandle, type ToolObserve } from './observe/observe.js'
export { createRedactor } from './observe/redact/create-redactor.js'
export type {
  JsonValue,
  RedactContext,
  Redaction,
  Redactor,
  RedactorOptions,
  Replacement,
} from './observe/redact/redactor.js'
export type {
  TranscriptActor,
  TranscriptApproval,
  TranscriptRecord,
  TranscriptSink,
} from './observe/transcript-sink.js'
export type {
  PayloadTransform,
  ToolTransform,
  TransformContext,
  TransformPhase,
  TransformPolicy,
  TransformTarget,
} from './observe/transform.js'
export type { CallOptions, ScopeDefaults } from './runtime/call-request.js'
export type {
  CallFacts,
  CallStore,
  Decider,
  Decision,
  StoredCall,
  StoredKind,
  StoredState,
  StoredValues,
  TaskProgress,
  TaskState,
} from './runtime/call-store.js'
export type { DrainOptions, DrainReport } from './runtime/close-runtime.js'
export { createTool, isTool } from './runtime/create-tool.js'
export type { DeepPartial } from './runtime/deep-partial.js'
export {
  ApprovalRequiredError,
  DefinitionError,
  NotExecutableError,
  QueueFullError,
  RuntimeClosedError,
  SuspendedError,
  TaskError,
  TicketError,
  type TicketErrorCode,
  TimeoutError,
  ToolCallError,
} from './runtime/errors.js'
export type {
  EventAudience,
  EventFilter,
  EventSubscription,
  ToolEvent,
  ToolEventType,
} from './runtime/events.js'
export { jsonSchema, type TypedJsonSchema } from './runtime/json-schema.js'
export { memoryStore } from './runtime/memory-store.js'
export type { ModelContentPart, ModelOutput } from './runtime/model-content.js'
export type { OpenCall, OpenCallOptions } from './runtime/open-call.js'
export type { FailureOutcome, Outcome } from './runtime/outcome.js'
export { RequestContext, type RequestContextInit } from './runtime/request-context.js'
export type { ToolFailure, ToolResult } from './runtime/result.js'
export {
  createRuntime,
  type Runtime,
  type RuntimeOptions,
  type ToolSet,
} from './runtime/runtime.js'
export type { JsonSchema, SchemaInput, SchemaOutput, ToolSchema } from './runtime/schema.js'
export type { BackgroundOptions } from './runtime/tasks/background-options.js'
export type { BackgroundTask } from './runtime/tasks/background-task.js'
export type { TaskFilter } from './runtime/tasks/list-tasks.js'
export type { Tasks } from './runtime/tasks/tasks.js'
export type { WaitOptions } from './runtime/tasks/wait-for-task.js'
export type {
  ApprovalContext,
  ApprovalPolicy,
  DirectCallOptions,
  Tool,
  ToolAnnotations,
  ToolBackground,
  ToolCallOptions,
  ToolDefinition,
  ToolInputOf,
  ToolOutputOf,
  ToolRetry,
} from './runtime/tool.js'
export type {
  AgentContext,
  ElicitationAnswer,
  McpContext,
  Suspension,
  ToolExecutionContext,
  ToolWriter,
  WorkflowContext,
} from './runtime/tool-context.js'
export { unwrap } from './runtime/unwrap.js'
export {
  type FieldErrors,
  isValidationError,
  type ValidationError,
  type ValidationIssue,
} from './runtime/validation-error.js'
export type { ApproveOptions } from './runtime/waiting/approve.js'
export type { AutoResumeOptions } from './runtime/waiting/auto-resume.js'
export type { DecisionOptions } from './runtime/waiting/decide.js'
export type { GoOnOptions } from './runtime/waiting/go-on.js'
export type { CanDecide, PendingCall } from './runtime/waiting/pending-call.js'
export type { ResumeOptions } from './runtime/waiting/resume.js'
