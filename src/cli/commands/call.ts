import type { Command } from 'commander'
import { startTelemetry } from '../../exporters/start-telemetry.js'
import { meaningOf } from '../../runtime/outcome.js'
import type { RequestContextInit } from '../../runtime/request-context.js'
import type { ToolResult } from '../../runtime/result.js'
import { createRuntime } from '../../runtime/runtime.js'
import { callAnswer, callFacts, callPayload, callText } from '../call-answer.js'
import { cliError } from '../cli-error.js'
import type { LoadedTool } from '../collect-tools.js'
import { deliveryWarning } from '../delivery-warning.js'
import { INTERRUPTED, interruptible } from '../interruptible.js'
import { toolNamed } from '../load-module.js'
import { loadTools } from '../load-tools.js'
import { parseDuration } from '../parse-duration.js'
import { readJson } from '../read-json.js'
import { type Session, storeOf } from '../session.js'
import { showTrace } from '../show-trace.js'
import { silentLogger } from '../silent-logger.js'

interface CallOptions {
  input: string
  raw?: boolean
  timeout?: number
  context?: string
}

/** Adds `toolspan call`. */
export function addCallCommand(program: Command, session: Session): void {
  program
    .command('call')
    .description('call a tool once, and show what it gave and its trace')
    .argument('<module>', 'TypeScript or JavaScript file that exports tools')
    .argument('<tool>', 'id of the tool')
    .requiredOption('--input <json>', 'input as JSON, as @file, or - for standard input')
    .option('--raw', 'show the real output instead of the view for people')
    .option('--timeout <time>', 'deadline of the call, as 500ms or 2s', parseDuration)
    .option('--context <json>', 'request context as a JSON object or @file')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action((module: string, tool: string, options: CallOptions) =>
      call(session, { module, tool, ...options }),
    )
}

const EXAMPLES = `
The trace is kept in the local store (TOOLSPAN_DIR, else .toolspan), and sent to OTEL_EXPORTER_OTLP_ENDPOINT if set.

Exit codes:
  0    ok, dispatched, suspended, awaiting_approval
  1    any other outcome
  2    wrong arguments, no such tool, input that is not JSON; nothing was called
  130  stopped with Ctrl-C

Examples:
  $ toolspan call tools.ts get-weather --input '{"city":"Oslo"}'
  $ toolspan call tools.ts get-weather --input @city.json --timeout 2s
  $ echo '{"city":"Oslo"}' | toolspan call tools.ts get-weather --input - --json
`

async function call(session: Session, given: CallOptions & { module: string; tool: string }): Promise<void> {
  const { cli, reporter, exit, exits } = session
  const input = await readJson(given.input, '--input', cli)
  const requestContext = await readContext(session, given.context)
  const loaded = toolNamed(await loadTools(session, given.module), given.tool, given.module)
  exits.blame(cliError('tool_exits', given.module, given.tool))
  const telemetry = await startTelemetry({ serviceName: 'toolspan-cli', local: true })
  const { value: result, interrupted } = await interruptible(cli, abortSignal =>
    callTool(loaded, input, { requestContext, abortSignal, timeoutMs: given.timeout }),
  )
  exit(interrupted ? INTERRUPTED : meaningOf(result.outcome).exitCode)
  const payload = await callPayload(result, given.raw ?? false)
  reporter.show(terminal => `${callText(result, payload)}\n\n${callFacts(result, terminal)}`)
  const warning = deliveryWarning(await telemetry.shutdown())
  await showTrace(reporter, result, storeOf(session))
  if (warning) reporter.warn(warning)
  reporter.give(callAnswer(result, payload))
}

interface OneCall {
  requestContext?: RequestContextInit
  abortSignal: AbortSignal
  timeoutMs?: number
}

function callTool({ tool, runtime }: LoadedTool, input: unknown, options: OneCall): Promise<ToolResult> {
  const bound = runtime ?? createRuntime({ tools: [tool], logger: silentLogger })
  return bound.call(tool.id, input, options)
}

async function readContext({ cli }: Session, given?: string): Promise<Record<string, unknown> | undefined> {
  if (given === undefined) return undefined
  const context = await readJson(given, '--context', cli)
  if (context === null || typeof context !== 'object' || Array.isArray(context))
    throw cliError('not_an_object', '--context')
  return { ...context }
}
