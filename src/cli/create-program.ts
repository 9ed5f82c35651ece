import { Command } from 'commander'
import { VERSION } from '../observe/version.js'
import { addApproveCommand } from './commands/approve.js'
import { addAuditCommand } from './commands/audit.js'
import { addCallCommand } from './commands/call.js'
import { addDashboardsCommand } from './commands/dashboards.js'
import { addDemoCommand } from './commands/demo.js'
import { addDenyCommand } from './commands/deny.js'
import { addDoctorCommand } from './commands/doctor.js'
import { addListCommand } from './commands/list.js'
import { addMcpCommand } from './commands/mcp.js'
import { addPendingCommand } from './commands/pending.js'
import { addPushCommand } from './commands/push.js'
import { addRedactCommand } from './commands/redact.js'
import { addResumeCommand } from './commands/resume.js'
import { addRunDecidedCommand } from './commands/run-decided.js'
import { addTraceCommand } from './commands/trace.js'
import { addTracesCommand } from './commands/traces.js'
import type { Session } from './session.js'
import { terminalOf } from './terminal.js'

/** Every command by its name. */
const ADDERS = {
  demo: addDemoCommand,
  list: addListCommand,
  call: addCallCommand,
  pending: addPendingCommand,
  approve: addApproveCommand,
  deny: addDenyCommand,
  resume: addResumeCommand,
  'run-decided': addRunDecidedCommand,
  traces: addTracesCommand,
  trace: addTraceCommand,
  audit: addAuditCommand,
  redact: addRedactCommand,
  mcp: addMcpCommand,
  push: addPushCommand,
  dashboards: addDashboardsCommand,
  doctor: addDoctorCommand,
}

/** Names of the commands. */
export const COMMANDS: readonly string[] = Object.keys(ADDERS)

/** Creates the command line; parsing it runs the command. */
export function createProgram(session: Session): Command {
  const { cli } = session
  const terminal = terminalOf(cli)
  const program = new Command('toolspan')
    .description('The tools that AI agents call: list them, call them, see what happened.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help of a command')
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: text => cli.stdout.write(text),
      outputError: () => {},
      getOutHelpWidth: () => terminal.width,
      getOutHasColors: () => terminal.color,
    })
    .configureHelp({ styleTitle: text => terminal.colors.bold(text) })
    .addHelpText('after', AFTER_HELP)
  for (const add of Object.values(ADDERS)) add(program, session)
  return program
}

const AFTER_HELP = `
Exit codes:
  0    it went well
  1    the call failed
  2    the command line is wrong, or names something that is not there
  130  stopped with Ctrl-C

Examples:
  $ toolspan demo
  $ toolspan list tools.ts
  $ toolspan call tools.ts get-weather --input '{"city":"Oslo"}'
  $ toolspan traces --outcome error --since 1h
`
