import { ATTR, EVENT } from '../observe/names.js'
import { printable } from './printable.js'
import {
  compareNano,
  millisBetween,
  type StoredAttributes,
  type StoredLog,
  type StoredSpan,
} from './stored-span.js'
import { causesOf } from './waterfall-causes.js'

export type Severity = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'event'

/** What stands beneath a span: a log record, an event of the span or its status message. All text is printable. */
export interface Detail {
  severity: Severity
  /** One line; that of a problem keeps its line breaks. */
  text: string
  /** What an exception was caused by, outermost first; may have line breaks. */
  causes?: string[]
  /** Whether it tells of an exception, which a span, its log record and its status may all do. */
  isException?: boolean
  /** Attributes as `key=value`, without those the span itself carries. */
  fields: string
  timeUnixNano: string
}

const SEVERITIES: readonly Severity[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal']

/** Whether somebody may have to do something about it. */
export function isProblem(severity: Severity): boolean {
  return severity === 'warn' || severity === 'error' || severity === 'fatal'
}

/** Attributes that the line already shows in another form, or that the call above it says. */
const SHOWN_OTHERWISE = new Set<string>([
  ATTR.toolName,
  ATTR.toolCallId,
  ATTR.logSeverity,
  ATTR.exceptionType,
  ATTR.exceptionMessage,
  ATTR.exceptionStacktrace,
])

/** A log record and a span event of the same call are made within this time of each other. */
const SAME_MOMENT_MS = 5

/**
 * Gathers what is to be said beneath a span, in time order.
 *
 * toolspan writes a line both as a log record and as a span event; the same text at the same moment is shown once.
 */
export function spanDetails(span: StoredSpan, logs: readonly StoredLog[]): Detail[] {
  const events = span.events.map(event => eventDetail(event, span))
  const said = [...events, ...logs.map(log => logDetail(log, span.attributes))]
  const details = withoutRepeats(said.sort((a, b) => compareNano(a.timeUnixNano, b.timeUnixNano)))
  const { code, message } = span.status
  const status = printableLines(message ?? '')
  const isSaid = details.some(({ text }) => text === status || text.endsWith(`: ${status}`))
  if (code !== 'error' || status === '' || isSaid) return details
  return [...details, { severity: 'error', text: status, fields: '', timeUnixNano: span.endTimeUnixNano }]
}

/** Makes the line of a log record; attributes equal to those of its span are left out. */
export function logDetail(log: StoredLog, ofSpan: StoredAttributes = {}): Detail {
  const { body, eventName, attributes, timeUnixNano } = log
  const said = typeof body === 'string' ? body : body === null ? (eventName ?? '') : compact(body)
  const exception = exceptionText(attributes)
  const severity = severityOf(log)
  return {
    severity,
    text: textFor(severity, exception ?? said),
    isException: exception !== undefined,
    causes: causesOf(attributes).map(printableLines),
    fields: fieldsOf(attributes, ofSpan),
    timeUnixNano,
  }
}

function eventDetail(
  { name, attributes, timeUnixNano }: StoredSpan['events'][number],
  span: StoredSpan,
): Detail {
  const stated = SEVERITIES.find(severity => severity === attributes[ATTR.logSeverity])
  const isException = name === EVENT.exception
  const severity = stated ?? (isException ? 'error' : 'event')
  return {
    severity,
    text: textFor(severity, (isException ? exceptionText(attributes) : undefined) ?? name),
    isException,
    causes: isException ? causesOf(attributes).map(printableLines) : [],
    fields: fieldsOf(attributes, span.attributes),
    timeUnixNano,
  }
}

/** Leaves out lines whose text was said in the same moment, and an exception that was told before with its causes. */
function withoutRepeats(sorted: readonly Detail[]): Detail[] {
  const recent = new Map<string, string>()
  return sorted.filter(({ text, causes = [], isException, timeUnixNano }) => {
    const whole = [text, ...causes].join('\n')
    const last = recent.get(whole)
    for (const said of [text, whole]) recent.set(said, timeUnixNano)
    return last === undefined || (!isException && millisBetween(last, timeUnixNano) > SAME_MOMENT_MS)
  })
}

/** Numbers 1 to 24 come in groups of four, from trace to fatal; without one the text decides. */
function severityOf({ severityNumber, severityText }: StoredLog): Severity {
  const byNumber = SEVERITIES[Math.ceil(severityNumber / 4) - 1]
  return byNumber ?? SEVERITIES.find(severity => severity === severityText.toLowerCase()) ?? 'info'
}

function exceptionText(attributes: StoredAttributes): string | undefined {
  const type = attributes[ATTR.exceptionType]
  const message = attributes[ATTR.exceptionMessage]
  if (typeof type !== 'string' && typeof message !== 'string') return undefined
  return [type, message].filter(part => typeof part === 'string' && part !== '').join(': ')
}

function textFor(severity: Severity, text: string): string {
  return isProblem(severity) ? printableLines(text) : printable(text)
}

/** Keeps the line breaks within a text, and writes out whatever else may harm. */
function printableLines(text: string): string {
  return text.trimEnd().split(/\r?\n/).map(printable).join('\n')
}

function fieldsOf(attributes: StoredAttributes, ofSpan: StoredAttributes): string {
  return Object.entries(attributes)
    .filter(([key, value]) => !SHOWN_OTHERWISE.has(key) && compact(ofSpan[key]) !== compact(value))
    .map(([key, value]) => printable(`${key}=${compact(value)}`))
    .join(' ')
}

function compact(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
