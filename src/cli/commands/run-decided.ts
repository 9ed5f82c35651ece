import type { Command } from 'commander'
import { printable } from '../../exporters/printable.js'
import { startTelemetry } from '../../exporters/start-telemetry.js'
import { meaningOf } from '../../runtime/outcome.js'
import type { ToolResult } from '../../runtime/result.js'
import { callAnswer, callFacts, callPayload, callText } from '../call-answer.js'
import { cliError } from '../cli-error.js'
import { deliveryWarning } from '../delivery-warning.js'
import { leftOver } from '../left-over.js'
import { loadTools } from '../load-tools.js'
import { openStore } from '../open-store.js'
import { type Session, storeOf } from '../session.js'
import type { Terminal } from '../terminal.js'
import { runtimeOf, runtimesIn } from '../ticket-door.js'

const AS_LONG_AS_IT_TAKES_MS = 2 ** 31 - 1

interface RunDecidedFlags {
  dir?: string
}

/** Adds `toolspan run-decided`. */
export function addRunDecidedCommand(program: Command, session: Session): void {
  program
    .command('run-decided')
    .description('run the calls that were approved, denied or answered without their tool')
    .argument('<module>', 'TypeScript or JavaScript file that exports the tools')
    .option('--dir <folder>', 'the local store; else TOOLSPAN_DIR, else .toolspan')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((module: string, flags: RunDecidedFlags) => runDecided(session, module, flags))
}

const EXAMPLES = `
Does once what runtime.runDecided() does in your application. Each call is run by one
process, whoever else tries.

Exit codes:
  0    all of them ended well, or there were none
  1    one of them failed
  2    wrong arguments; nothing was run

Examples:
  $ toolspan approve 1a2b3c4d --by ada
  $ toolspan run-decided tools.ts
`

async function runDecided(session: Session, module: string, { dir }: RunDecidedFlags): Promise<void> {
  const { reporter, exit, exits } = session
  const store = openStore(session, dir)
  const tools = await loadTools(session, module)
  exits.blame(cliError('tool_exits', module, 'of a call'))
  const alone = [...tools.values()].filter(({ runtime }) => !runtime).map(({ tool }) => tool)
  const telemetry = await startTelemetry({
    serviceName: 'toolspan-cli',
    local: dir === undefined || { dir: storeOf(session, dir) },
  })
  const runtimes = [...runtimesIn(tools), runtimeOf(alone, store)]
  const results = (await Promise.all(runtimes.map(runtime => runtime.runDecided()))).flat()
  // Tasks that these have become run in this process, and end with it.
  await Promise.all(runtimes.map(runtime => runtime.flush({ timeoutMs: AS_LONG_AS_IT_TAKES_MS })))
  const warning = deliveryWarning(await telemetry.shutdown())
  if (warning) reporter.warn(warning)
  const answers = []
  for (const result of results) {
    const payload = await callPayload(result, false)
    answers.push(callAnswer(result, payload))
    reporter.show(terminal => textOf(result, payload, terminal))
  }
  exit(Math.max(0, ...results.map(exitCodeOf)))
  const left = await leftOver(store, alone)
  for (const sentence of left) reporter.warn(sentence)
  if (results.length + left.length === 0)
    reporter.show(() => `Nothing was decided that ${module} has the tools for.`)
  reporter.give({ results: answers })
}

function textOf(result: ToolResult, payload: unknown, terminal: Terminal): string {
  const { toolName, traceId } = result
  const title = terminal.colors.bold(printable(toolName))
  const trace = traceId ? `\n${terminal.colors.dim(`toolspan trace ${traceId}`)}` : ''
  return `${title}\n${callText(result, payload)}\n${callFacts(result, terminal)}${trace}\n`
}

/** A call that ends denied has ended as somebody decided. */
function exitCodeOf({ outcome }: ToolResult): number {
  return outcome === 'denied' ? 0 : meaningOf(outcome).exitCode
}
