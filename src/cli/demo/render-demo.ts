import { relative } from 'node:path'
import { formatDuration } from '../../exporters/format-duration.js'
import { printable } from '../../exporters/printable.js'
import { renderWaterfall } from '../../exporters/waterfall.js'
import { renderVerification } from '../audit/render-verification.js'
import { paintOutcome } from '../paint-outcome.js'
import type { Terminal } from '../terminal.js'
import { textTable } from '../text-table.js'
import { toJson } from '../to-json.js'
import { formatBytes } from './format-bytes.js'
import { longestStory } from './longest-story.js'
import { nextCommands } from './next-commands.js'
import type { DemoRecording } from './record-demo.js'

/** Draws all that the demo shows for a person. */
export function renderDemo(recording: DemoRecording, terminal: Terminal, cwd: string): string {
  const sections = [
    title,
    callsSection,
    traceSection,
    viewsSection,
    latencySection,
    filesSection,
    nextSection,
    auditSection,
  ]
  return sections.map(section => section(recording, terminal, cwd)).join('\n\n')
}

type Section = (recording: DemoRecording, terminal: Terminal, cwd: string) => string

const title: Section = ({ calls }, { colors }) => {
  const tools = new Set(calls.map(({ tool }) => tool)).size
  const ok = calls.filter(({ outcome }) => outcome === 'ok').length
  const summary = `${calls.length} calls of ${tools} tools: ${ok} went well, ${calls.length - ok} show how failures look`
  return `${colors.bold('toolspan demo')}  ${colors.dim(summary)}`
}

const callsSection: Section = ({ calls }, terminal) => {
  const rows = calls.map(({ tool, outcome, durationMs, attempts, happened }) => [
    printable(tool),
    paintOutcome(outcome, terminal),
    formatDuration(durationMs),
    printable(attempts > 1 ? `${attempts} attempts: ${happened}` : happened),
  ])
  const head = ['tool', 'outcome', 'duration', 'what happened']
  return textTable({ head, rows, flexible: [3], right: [2] }, terminal)
}

const traceSection: Section = ({ calls }, terminal) => {
  const call = longestStory(calls)
  if (!call) return ''
  return `${heading('One call from within', 'child spans and logs', terminal)}\n${renderWaterfall(call.spans, call.logs, terminal)}`
}

const viewsSection: Section = ({ views }, terminal) => {
  const { tool, returned, display, transcript } = views
  const head = ['returned to the application', 'display, for people', 'transcript, for the record']
  const rows = [[toJson(returned), toJson(display), toJson(transcript)]]
  const table = textTable({ head, rows, flexible: [0, 1, 2] }, terminal)
  return `${heading(`One output of ${tool}`, 'secrets stay with the application', terminal)}\n${table}`
}

const latencySection: Section = ({ latencies }, terminal) => {
  const rows = latencies.map(({ tool, count, p50Ms, p99Ms }) => [
    printable(tool),
    String(count),
    formatDuration(p50Ms),
    formatDuration(p99Ms),
  ])
  const table = textTable(
    { head: ['tool', 'n', 'p50', 'p99'], rows, flexible: [], right: [1, 2, 3] },
    terminal,
  )
  return `${heading('Latency', 'of fewer than 100 calls, p99 is the slowest', terminal)}\n${table}`
}

const filesSection: Section = ({ files, secrets }, terminal) => {
  const rows = files.map(({ path, bytes }) => [path, formatBytes(bytes)])
  const found = secrets.found === 0 ? 'none is in' : `${secrets.found} STAND IN`
  const verdict = `Of ${secrets.searchedFor} secrets that the tools held, ${found} these ${formatBytes(secrets.bytes)}.`
  const paint = secrets.found === 0 ? terminal.colors.green : terminal.colors.red
  const table = textTable({ head: ['file', 'size'], rows, flexible: [0], right: [1] }, terminal)
  return `${heading('Written', 'OpenTelemetry (OTLP) and transcripts, in JSON lines', terminal)}\n${table}\n${paint(verdict)}`
}

/** The last step is a command like any other, on what the demo left. */
const auditSection: Section = ({ verification }, terminal, cwd) => {
  const command = `${terminal.colors.dim('$')} toolspan audit verify`
  return `${command}\n${renderVerification(verification, relative(cwd, verification.dir), terminal)}`
}

const nextSection: Section = (recording, terminal, cwd) => {
  const commands = nextCommands(recording, cwd)
  const width = Math.max(...commands.map(({ command }) => command.length))
  const lines = commands.map(
    ({ command, purpose }) =>
      `  ${terminal.colors.cyan(command.padEnd(width))}  ${terminal.colors.dim(purpose)}`,
  )
  return [heading('Next', '', terminal), ...lines].join('\n')
}

function heading(text: string, note: string, { colors }: Terminal): string {
  return note ? `${colors.bold(text)}  ${colors.dim(note)}` : colors.bold(text)
}
