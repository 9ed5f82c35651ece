import { bind } from './binding.js'
import { runCall } from './call.js'
import type { CallOptions, ScopeDefaults } from './call-request.js'
import { Call, NO_OPTIONS } from './call-state.js'
import { checkOptions } from './check-options.js'
import type { DrainOptions, DrainReport } from './close-runtime.js'
import { definitionOf, isTool, withExecute } from './create-tool.js'
import { executeDirectly } from './direct.js'
import { DefinitionError } from './errors.js'
import type { EventFilter, EventSubscription } from './events.js'
import { createKernel, type Kernel, type KernelOptions } from './kernel.js'
import { type OpenCall, type OpenCallOptions, openCall } from './open-call.js'
import { RequestContext } from './request-context.js'
import { type ToolResult, toResult } from './result.js'
import { withDefaults } from './tasks/background-options.js'
import { openTaskDoor } from './tasks/open-task-door.js'
import type { TaskDoor } from './tasks/task-door.js'
import { type Tasks, tasksOf } from './tasks/tasks.js'
import type { Tool, ToolInputOf, ToolOutputOf } from './tool.js'
import type { ApproveOptions } from './waiting/approve.js'
import type { AutoResumeOptions } from './waiting/auto-resume.js'
import type { DecisionOptions } from './waiting/decide.js'
import { listPending } from './waiting/list-pending.js'
import type { PendingCall } from './waiting/pending-call.js'
import type { ResumeOptions } from './waiting/resume.js'

/** Tools as a runtime takes them. */
export type ToolSet = readonly Tool[] | Readonly<Record<string, Tool>>

type ToolIn<TTools extends ToolSet> = TTools extends readonly (infer T)[] ? T : TTools[keyof TTools & string]
type ToolNamed<TTools extends ToolSet, TId> = NamedLike<ToolIn<TTools>, TId>
// Told by the name asked for, so that a tool whose id is only known as a text is found by any.
type NamedLike<TTool, TId> = TTool extends { readonly id: infer TOwn }
  ? TId extends TOwn
    ? TTool
    : never
  : never
type IdIn<TTools extends ToolSet> = ToolIn<TTools> extends { readonly id: infer TId } ? TId : never

/** The tool that a name or a tool stands for. */
type Called<TTools extends ToolSet, TRef> = TRef extends Tool ? TRef : ToolNamed<TTools, TRef>
// A name that is known only at run time takes any input.
type InputFor<TTools extends ToolSet, TRef> = [Called<TTools, TRef>] extends [never]
  ? unknown
  : ToolInputOf<Called<TTools, TRef>>
type OutputFor<TTools extends ToolSet, TRef> = [Called<TTools, TRef>] extends [never]
  ? unknown
  : ToolOutputOf<Called<TTools, TRef>>

/** Options of `createRuntime`. */
export interface RuntimeOptions<TTools extends ToolSet> extends KernelOptions {
  tools: TTools
}

/** Tools together with the policies, stores and telemetry that all their calls share. */
export interface Runtime<TTools extends ToolSet = ToolSet> {
  /** The tools, in the order they were given. */
  readonly tools: readonly ToolIn<TTools>[]
  /**
   * Calls a tool, by its id or itself. Never rejects: `result.outcome` says how the call ended, and `unwrap(result)`
   * gives the output or throws.
   */
  call<const TRef extends IdIn<TTools> | Tool | (string & {})>(
    tool: TRef,
    input: InputFor<TTools, TRef>,
    options?: CallOptions,
  ): Promise<ToolResult<OutputFor<TTools, TRef>>>
  /**
   * Opens a call whose input streams in: write it with `delta(text)`, then `end()`, or give it whole to `available(input)`.
   * Never throws for the tool's sake: a name that no tool has ends `not_found`.
   */
  open<const TRef extends IdIn<TTools> | (string & {})>(
    options: OpenCallOptions & { toolName: TRef },
  ): OpenCall<InputFor<TTools, TRef>, OutputFor<TTools, TRef>>
  /** Returns a tool bound to this runtime: its `execute` runs with the runtime's policies and telemetry. */
  tool<const TId extends IdIn<TTools>>(id: TId): ToolNamed<TTools, TId>
  /** Returns the same runtime with defaults for its calls. */
  scope(defaults: ScopeDefaults): Runtime<TTools>
  /** Listens to what happens in calls; leave the loop or `close()` to stop. */
  events(filter?: EventFilter): EventSubscription
  /** Lists the calls that wait for a person, oldest first, as that person may see them. */
  pending(): Promise<readonly PendingCall[]>
  /**
   * Approves a call that waits, and runs it with the input it was called with, or with an edited one.
   *
   * @throws TicketError when the ticket cannot be used; nothing has changed then.
   */
  approve(ticket: string, options: ApproveOptions): Promise<ToolResult>
  /**
   * Denies a call that waits: it ends `denied`, and its tool never runs.
   *
   * @throws TicketError when the ticket cannot be used; nothing has changed then.
   */
  deny(ticket: string, options: DecisionOptions): Promise<ToolResult>
  /**
   * Resumes a suspended call: its tool runs again, with `resumeData` and what it was suspended with. Data that does not
   * fit the tool's `resumeSchema` ends `resume_invalid`, and the ticket can be used again.
   *
   * @throws TicketError when the ticket cannot be used; nothing has changed then.
   */
  resume(ticket: string, resumeData?: unknown, options?: ResumeOptions): Promise<ToolResult>
  /** Resumes the suspended calls that a user's message answers. Never approves one. */
  autoResumeSuspendedTools(options: AutoResumeOptions): Promise<readonly ToolResult[]>
  /** The background tasks. */
  readonly tasks: Tasks
  /**
   * Waits until the calls and background tasks of this process have ended, their records are written and telemetry is
   * sent; as before a serverless function is frozen. Never rejects, and reports what it could not wait for.
   */
  flush(options?: DrainOptions): Promise<DrainReport>
  /**
   * Closes the runtime, for all its scopes: open calls whose input is not there yet are cancelled, no background task
   * begins any more, attempts may finish within the time, and the other tasks are handed back to whoever shares the store.
   * Never rejects, and reports what has not ended. Providers, stores and transcripts that were given stay open.
   */
  close(options?: DrainOptions): Promise<DrainReport>
  /** Runs what was decided or answered elsewhere, such as with `toolspan approve`, and answers what came of it. */
  runDecided(): Promise<readonly ToolResult[]>
}

/**
 * Makes a runtime.
 *
 * It opens nothing, registers nothing and starts nothing; without an OpenTelemetry SDK its calls are simply not traced.
 *
 * @throws DefinitionError when a tool is not a tool, two have one id, or an option is not what it must be.
 */
export function createRuntime<const TTools extends ToolSet>(
  options: RuntimeOptions<TTools>,
): Runtime<TTools> {
  const { tools, ...kernelOptions } = options
  checkOptions(kernelOptions)
  const byId = toolsById(tools)
  const kernel = createKernel(kernelOptions)
  for (const [id, tool] of byId) kernel.tools.set(id, definitionOf(tool))
  const tasks = openTaskDoor(kernel, withDefaults(options.background))
  kernel.tasks = tasks
  return openRuntime({ tools: byId, kernel, tasks }, {})
}

function openRuntime<TTools extends ToolSet>(
  shared: { tools: ReadonlyMap<string, Tool>; kernel: Kernel; tasks: TaskDoor },
  defaults: ScopeDefaults,
): Runtime<TTools> {
  const { tools, kernel, tasks } = shared
  const { tenant } = defaults
  async function call(ref: string | Tool, input: unknown, options?: CallOptions): Promise<ToolResult> {
    const request = { ...toolNamed(tools, ref), input, options: options ?? NO_OPTIONS, hasResult: true }
    return runCall(new Call({ kernel, defaults, ...request }), toResult)
  }

  const runtime = {
    tools: [...tools.values()],
    call,
    open: ({ toolName, ...options }: OpenCallOptions) =>
      openCall({ kernel, defaults, ...toolNamed(tools, toolName), options }),
    tool(id: string) {
      const tool = tools.get(id)
      if (!tool)
        throw new DefinitionError(
          `no tool is named "${id}"; this runtime has ${[...tools.keys()].join(', ')}`,
        )
      const definition = definitionOf(tool)
      return withExecute(tool, (input, context) =>
        executeDirectly(definition, input, context, { kernel, defaults }),
      )
    },
    scope: (more: ScopeDefaults) => openRuntime<TTools>(shared, mergeScope(defaults, more)),
    events: (filter?: EventFilter) => kernel.events.subscribe(filter, defaults.tenant),
    pending: () => listPending(kernel, tenant),
    tasks: tasksOf(tasks, tenant),
    // What goes on later is loaded when something does.
    async approve(ticket: string, options: ApproveOptions) {
      const { approve } = await import('./waiting/approve.js')
      return approve(kernel, tenant, ticket, options)
    },
    async deny(ticket: string, options: DecisionOptions) {
      const { deny } = await import('./waiting/deny.js')
      return deny(kernel, tenant, ticket, options)
    },
    async resume(ticket: string, resumeData?: unknown, options?: ResumeOptions) {
      const { resume } = await import('./waiting/resume.js')
      return resume(kernel, tenant, ticket, resumeData, options)
    },
    async autoResumeSuspendedTools(options: AutoResumeOptions) {
      const { autoResume } = await import('./waiting/auto-resume.js')
      return autoResume(kernel, defaults, options)
    },
    async runDecided() {
      const { runDecided } = await import('./waiting/run-decided.js')
      return runDecided(kernel, tenant)
    },
    async flush(options?: DrainOptions) {
      const { flushRuntime } = await import('./close-runtime.js')
      return flushRuntime(kernel, options)
    },
    async close(options?: DrainOptions) {
      const { closeRuntime } = await import('./close-runtime.js')
      return closeRuntime(kernel, options)
    },
  }
  // The ids and types of the tools are known to the caller's compiler alone.
  return bind(runtime, { kernel, defaults }) as unknown as Runtime<TTools>
}

function mergeScope(outer: ScopeDefaults, inner: ScopeDefaults): ScopeDefaults {
  const given = Object.fromEntries(Object.entries(inner).filter(([, value]) => value !== undefined))
  if (!outer.requestContext || !inner.requestContext) return { ...outer, ...given }
  const both = [
    ...RequestContext.from(outer.requestContext).entries(),
    ...RequestContext.from(inner.requestContext).entries(),
  ]
  return { ...outer, ...given, requestContext: new Map(both) }
}

/** Returns the definition that a name or a tool stands for, and the name it was asked for by. */
function toolNamed(tools: ReadonlyMap<string, Tool>, ref: unknown) {
  if (isTool(ref)) return { tool: definitionOf(ref), toolName: ref.id }
  const toolName = typeof ref === 'string' ? ref : `a value of type ${typeof ref}`
  const tool = typeof ref === 'string' ? tools.get(ref) : undefined
  return { tool: tool && definitionOf(tool), toolName }
}

function toolsById(tools: ToolSet): ReadonlyMap<string, Tool> {
  if (tools === null || typeof tools !== 'object')
    throw new DefinitionError('createRuntime: tools must be a list or a record of tools')
  const byId = new Map<string, Tool>()
  for (const [name, tool] of Object.entries(tools)) {
    if (!isTool(tool))
      throw new DefinitionError(`createRuntime: tools.${name} is not a tool; make it with createTool()`)
    if (byId.has(tool.id))
      throw new DefinitionError(`createRuntime: two tools are named "${tool.id}"; give each its own id`)
    byId.set(tool.id, tool)
  }
  return byId
}
