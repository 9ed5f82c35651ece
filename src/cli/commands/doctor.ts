import type { Command } from 'commander'
import { checkEndpoints } from '../../exporters/doctor-endpoints.js'
import type { Finding } from '../../exporters/doctor-finding.js'
import { checkPackages } from '../../exporters/doctor-packages.js'
import { checkPort } from '../../exporters/doctor-port.js'
import { checkStore } from '../../exporters/doctor-store.js'
import { printable } from '../../exporters/printable.js'
import { VERSION } from '../../observe/version.js'
import { type Session, storeOf } from '../session.js'
import type { Terminal } from '../terminal.js'

/** Adds `toolspan doctor`. */
export function addDoctorCommand(program: Command, session: Session): void {
  program
    .command('doctor')
    .description('look for what keeps telemetry from arriving, and say how to mend it')
    .option('--dir <folder>', 'the local store; else TOOLSPAN_DIR, else .toolspan')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action((options: { dir?: string }) => doctor(session, options))
}

const EXAMPLES = `
Looks at versions, copies of OpenTelemetry, the standard variables, the receivers they name, the local store and the port
for Prometheus. Receivers are sent a message that holds nothing.

Exit codes:
  0    nothing is wrong; there may be warnings
  1    something is wrong

Examples:
  $ toolspan doctor
  $ OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318 toolspan doctor
  $ toolspan doctor --json | jq '.findings[] | select(.status == "problem")'
`

async function doctor(session: Session, { dir }: { dir?: string }): Promise<void> {
  const { cli, reporter } = session
  const store = storeOf(session, dir)
  const groups = await Promise.all([
    checkPackages(cli.cwd()),
    checkEndpoints(cli.env),
    checkStore(store, cli.cwd()),
    checkPort(cli.env),
  ])
  const findings = [checkNode(process.versions.node), ...groups.flat()]
  const problems = findings.filter(({ status }) => status === 'problem').length
  reporter.give({ ok: problems === 0, version: VERSION, findings })
  reporter.show(terminal => [...findings.map(one => lineOf(one, terminal)), '', summary(findings)].join('\n'))
  if (problems > 0) session.exit(1)
}

/** Tells whether a version of Node is one that this package and the 3.x line of OpenTelemetry work on. */
function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < 20 || (major === 20 && minor < 19)
  const says = `toolspan ${VERSION} on Node ${version}`
  return isOld
    ? {
        check: 'node',
        status: 'problem',
        says: `${says}, which is too old`,
        fix: 'install Node 20.19 or newer',
      }
    : { check: 'node', status: 'ok', says }
}

function lineOf({ status, says, fix }: Finding, { colors, unicode }: Terminal): string {
  const marks = {
    ok: colors.green(unicode ? '✓' : 'ok'),
    note: colors.dim(unicode ? '·' : '--'),
    warning: colors.yellow('!'),
    problem: colors.red(unicode ? '✗' : 'x'),
  }
  const mended = fix ? `\n  ${colors.dim(unicode ? '→' : '->')} ${printable(fix)}` : ''
  return `${marks[status]} ${printable(says)}${mended}`
}

function summary(findings: readonly Finding[]): string {
  const count = (status: Finding['status'], noun: string) => {
    const found = findings.filter(one => one.status === status).length
    return found === 0 ? [] : [`${found} ${noun}${found === 1 ? '' : 's'}`]
  }
  const parts = [...count('problem', 'problem'), ...count('warning', 'warning')]
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Nothing is wrong.'
}
