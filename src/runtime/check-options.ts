import {
  anything,
  atLeastOne,
  callback,
  checkFields,
  type FieldCheck,
  flag,
  flagOrCallback,
  having,
  isRecord,
  milliseconds,
  must,
  oneOf,
  shape,
  text,
  wholeNumber,
  zeroOrMore,
} from './field-checks.js'
import type { KernelOptions } from './kernel.js'

const OPTIONS: Record<keyof KernelOptions, FieldCheck> = {
  transcript: having('append'),
  redactor: having('redact', 'redactText'),
  transform: must(
    'a function, or { display?, transcript? } with a function for each phase',
    value => typeof value === 'function' || isRecord(value),
  ),
  capture: oneOf('none', 'redacted'),
  logger: having('debug', 'info', 'warn', 'error'),
  logs: shape({ logger: flag, opentelemetry: flag, spanEvents: flag }),
  requireApproval: flagOrCallback,
  timeoutMs: milliseconds,
  concurrency: atLeastOne,
  background: shape({
    concurrency: atLeastOne,
    queueLimit: wholeNumber,
    whenFull: oneOf('reject', 'foreground'),
    keepEndedMs: zeroOrMore,
    keepEnded: wholeNumber,
    pickUp: flag,
    pollMs: milliseconds,
    leaseMs: milliseconds,
  }),
  tickets: having('create', 'read', 'replace', 'remove', 'list'),
  ticketTtlMs: milliseconds,
  canDecide: callback,
  resumeTrace: oneOf('auto', 'same', 'new'),
  agentName: text,
  hookTimeoutMs: milliseconds,
  transformTimeoutMs: milliseconds,
  graceMs: zeroOrMore,
  invalidOutput: oneOf('fail', 'warn'),
  metrics: oneOf('core', 'all'),
  clock: having('now', 'date', 'setTimeout'),
  tracerProvider: anything,
  meterProvider: anything,
  loggerProvider: anything,
}

/**
 * Checks the options of a runtime, except its tools.
 *
 * @throws DefinitionError with one sentence that names the option and says what belongs there.
 */
export function checkOptions(options: object): void {
  checkFields('createRuntime', options, OPTIONS, 'its options')
}
