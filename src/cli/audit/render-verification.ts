import type { Finding, VerdictName } from '../../audit/verify/finding.js'
import type { Verdict } from '../../audit/verify/verdicts.js'
import type { VerifyReport } from '../../audit/verify/verify-transcript.js'
import { printable } from '../../exporters/printable.js'
import type { Terminal } from '../terminal.js'
import { textTable } from '../text-table.js'
import { counted } from './counted.js'

/** Findings and lost calls that are drawn; `--json` has more. */
const MOST_DRAWN = 20

/** Draws what came of verifying, for a person: the answers, what was found, and in the last line what it comes to. */
export function renderVerification(report: VerifyReport, place: string, terminal: Terminal): string {
  const sections = [
    head(report, place, terminal),
    verdicts(report, terminal),
    findings(report, terminal),
    lost(report, terminal),
  ]
  return [...sections.filter(section => section !== ''), conclusion(report, terminal)].join('\n\n')
}

function head(
  { writers, segments, records, calls }: VerifyReport,
  place: string,
  { colors }: Terminal,
): string {
  const counts = [
    counted(records, 'record'),
    counted(calls, 'call'),
    counted(writers, 'writer'),
    counted(segments, 'segment'),
  ]
  return `${colors.bold(place)}  ${colors.dim(counts.join(', '))}`
}

function verdicts({ verdicts }: VerifyReport, terminal: Terminal): string {
  const rows = Object.entries<Verdict>(verdicts).map(([name, { status, detail }]) => [
    name,
    paint(status, terminal),
    terminal.colors.dim(printable(detail)),
  ])
  return textTable({ head: ['', '', ''], rows, flexible: [2], wrap: true }, terminal).replace(/^\s*\n/, '')
}

function paint(status: Verdict['status'], { colors }: Terminal): string {
  const painted = { ok: colors.green, unknown: colors.yellow, incomplete: colors.yellow, failed: colors.red }
  return painted[status](status)
}

function findings({ findings, moreFindings }: VerifyReport, terminal: Terminal): string {
  const drawn = findings.slice(0, MOST_DRAWN).map(finding => findingLine(finding, terminal))
  const more = findings.length + moreFindings - drawn.length
  return [...drawn, ...(more > 0 ? [terminal.colors.dim(`and ${more} more; --json lists them`)] : [])].join(
    '\n',
  )
}

function findingLine({ kind, message, file, line, seq, writer }: Finding, { colors }: Terminal): string {
  const where = [file && `${file}${line ? `:${line}` : ''}`, seq !== undefined && `record ${seq}`]
  const place = where.filter(Boolean).join(', ') || writer || ''
  return `${colors.red(kind)}  ${printable(place)}${place ? ': ' : ''}${printable(message)}`
}

function lost({ lost, lostCalls }: VerifyReport, terminal: Terminal): string {
  const drawn = lost.slice(0, MOST_DRAWN).map(({ callId, tool = '', ts, traceId }) => {
    const trace = traceId ? terminal.colors.dim(`  toolspan trace ${traceId.slice(0, 8)}`) : ''
    return `${terminal.colors.yellow('lost')}  ${printable(callId)}  ${printable(tool)}  begun ${ts}${trace}`
  })
  const more = lostCalls - drawn.length
  return [...drawn, ...(more > 0 ? [terminal.colors.dim(`and ${more} more lost calls`)] : [])].join('\n')
}

function conclusion({ exitCode, verdicts, lostCalls }: VerifyReport, { colors }: Terminal): string {
  const failed = Object.entries<Verdict>(verdicts).flatMap(([name, { status }]) =>
    status === 'failed' ? [name] : [],
  )
  if (exitCode === 1) return colors.red(`NOT to be trusted as it stands: ${sentenceOf(failed)}.`)
  if (exitCode === 3) {
    const calls = lostCalls > 0 ? `, and ${counted(lostCalls, 'call')} did not end on record` : ''
    return colors.yellow(`Nothing was changed, but a writer stopped without an end${calls}.`)
  }
  if (verdicts.completeness.status === 'unknown')
    return `${colors.green('Nothing was changed.')} ${colors.yellow('Whether it is complete is unknown:')} --anchor takes heads that were kept elsewhere.`
  return colors.green('Nothing was changed, and nothing is missing.')
}

function sentenceOf(failed: readonly string[]): string {
  const words: Partial<Record<VerdictName, string>> = {
    approvals: 'something ran otherwise than it was decided',
    secrets: 'secrets stand in it',
  }
  const known = failed.flatMap(name => words[name as VerdictName] ?? [])
  const tampered = failed.some(name => words[name as VerdictName] === undefined)
  return [...(tampered ? ['records were changed, moved or taken out'] : []), ...known].join('; ')
}
