import type { Command } from 'commander'
import { cliError } from '../cli-error.js'
import { followTask } from '../follow-task.js'
import { toolNamed } from '../load-module.js'
import { loadTools } from '../load-tools.js'
import { openStore } from '../open-store.js'
import { parseDuration } from '../parse-duration.js'
import { presentCall } from '../present-call.js'
import { readJson } from '../read-json.js'
import type { Session } from '../session.js'
import { runtimeOf } from '../ticket-door.js'

interface CallFlags {
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
    .action((module: string, tool: string, options: CallFlags) => call(session, { module, tool, ...options }))
}

const EXAMPLES = `
The trace is kept in the local store (TOOLSPAN_DIR, else .toolspan), and sent to OTEL_EXPORTER_OTLP_ENDPOINT if set.

A tool that runs in the background is waited for; Ctrl-C cancels its task.

Exit codes:
  0    ok, dispatched, suspended, awaiting_approval; a background task that completed
  1    any other outcome
  2    wrong arguments, no such tool, input that is not JSON; nothing was called
  130  stopped with Ctrl-C

Examples:
  $ toolspan call tools.ts get-weather --input '{"city":"Oslo"}'
  $ toolspan call tools.ts get-weather --input @city.json --timeout 2s
  $ echo '{"city":"Oslo"}' | toolspan call tools.ts get-weather --input - --json
`

async function call(session: Session, given: CallFlags & { module: string; tool: string }): Promise<void> {
  const { cli, exits } = session
  const input = await readJson(given.input, '--input', cli)
  const requestContext = await readContext(session, given.context)
  const loaded = toolNamed(await loadTools(session, given.module), given.tool, given.module)
  exits.blame(cliError('tool_exits', given.module, given.tool))
  const tickets = openStore(session)
  // A tool without a runtime of its own waits in the store in files, where other commands can go on with it.
  const runtime = loaded.runtime ?? runtimeOf([loaded.tool], tickets)
  await presentCall(session, { module: given.module, raw: given.raw }, abortSignal => {
    const options = { requestContext, abortSignal, timeoutMs: given.timeout }
    const begin = () => runtime.call(loaded.tool.id, input, options)
    return followTask(runtime, begin, { raw: given.raw, abortSignal })
  })
}

async function readContext({ cli }: Session, given?: string): Promise<Record<string, unknown> | undefined> {
  if (given === undefined) return undefined
  const context = await readJson(given, '--context', cli)
  if (context === null || typeof context !== 'object' || Array.isArray(context))
    throw cliError('not_an_object', '--context')
  return { ...context }
}
