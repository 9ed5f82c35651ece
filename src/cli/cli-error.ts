import { createRedactor } from '../observe/redact/create-redactor.js'

/** Exit code of a command line that is wrong. */
const USAGE = 2

/** Exit code of what nobody foresaw. */
const FAILED = 1

/** Every way a command line can be wrong: one sentence that names the thing and the fix. */
const MESSAGES = {
  usage: (text: string) => text,
  module_missing: (path: string) => `there is no file ${path}; give the path of a module that exports tools`,
  module_is_directory: (path: string) => `${path} is a directory; name the file in it that exports tools`,
  module_broken: (path: string, reason: string) => `${path} could not be loaded: ${reason}`,
  module_hangs: (path: string) =>
    `${path} does not end its loading: it awaits at its top level what never comes; do that inside a tool`,
  module_exits: (path: string) =>
    `${path} ended the process while it was loaded; leave process.exit out of a module of tools`,
  tool_exits: (path: string, id: string) =>
    `the tool ${id} of ${path} ended the process; let it return or throw instead of process.exit`,
  served_exits: (path: string) =>
    `a tool of ${path} ended the process; let it return or throw instead of process.exit`,
  needs_http: () => '--port, --host and --allow-host say where HTTP is served; give --http too',
  bad_port: (text: string) => `"${text}" is not a port; write a whole number from 0 to 65535`,
  port_taken: (port: string) => `port ${port} is in use; give another with --port`,
  cannot_listen: (address: string, reason: string) =>
    `nothing can listen at ${address}: ${reason}; give another address with --host or --port`,
  export_unreadable: (path: string, name: string, reason: string) =>
    `${path} exports no tool that can be read; the export ${name} cannot: ${reason}`,
  package_missing: (path: string, name: string) =>
    `${path} imports ${name}, which is not installed there; run: npm install ${name}`,
  no_tools: (path: string) =>
    `${path} exports no tool; export what createTool() or createRuntime() returns, or an array or record of tools`,
  duplicate_tool: (path: string, id: string) =>
    `${path} exports two tools named "${id}"; give each its own id`,
  unknown_tool: (path: string, id: string, known: string) =>
    `${path} has no tool named "${id}"; it has ${known}`,
  no_json_schema: (id: string, field: string, reason: string) =>
    `the ${field} of ${id} has no JSON Schema form: ${reason}; use a schema that has one, or leave --as out`,
  not_json: (what: string, reason: string) =>
    `${what} cannot be read as JSON: ${reason}; write it as in '{"city":"Oslo"}', or give @file or - for standard input`,
  not_an_object: (what: string) => `${what} must be a JSON object, such as '{"userId":"u-1"}'`,
  file_unreadable: (path: string, code: string) =>
    `${path} cannot be read (${code}); check the path after the @`,
  bad_duration: (text: string) => `"${text}" is not a duration; write it as 250, 250ms, 2s, 5m, 1h or 7d`,
  bad_time: (text: string) =>
    `"${text}" is not a time; write how long ago, as 30m or 2h, or a date, as 2025-01-31T09:00`,
  bad_count: (text: string) => `"${text}" is not a count; write a whole number of at least 1`,
  ticket_unknown: (text: string) => `${text}; \`toolspan pending\` lists what waits`,
  ticket_used: (text: string) => text,
  ticket_expired: (text: string) => text,
  ticket_changed: (text: string) => text,
  ticket_forbidden: (text: string) => text,
  ticket_waits_to_run: (text: string, module: string) =>
    `${text} and waits to be run; \`toolspan run-decided ${module}\` does that`,
  ticket_ambiguous: (given: string, count: string) =>
    `${count} tickets begin with "${given}"; give more of its digits`,
  other_store: (path: string) =>
    `the runtime of ${path} keeps its calls elsewhere than this ticket; give it tickets: fileStore()`,
  nobody_decides: () => 'it must be said who decides; give --by <name>',
  bad_store_key: () =>
    'TOOLSPAN_STORE_KEY must be a text of at least 32 characters; `openssl rand -base64 32` makes one',
  store: (text: string) => text,
  push: (text: string) => text,
  files_changed: (dir: string, paths: string) =>
    `${dir} has files that were changed, and nothing was written: ${paths}; --force overwrites them`,
  cannot_write: (path: string, code: string) =>
    `${path} cannot be written (${code}); check the path and its permissions`,
  audit: (text: string) => text,
  no_transcript: (path: string) =>
    `there is no transcript at ${path}; give --dir, or write one: createRuntime({ transcript: openTranscript() })`,
  trace_lookup: (text: string) => `${text}; \`toolspan traces\` lists what there is`,
  missing_package: (text: string) => text,
  not_recording: (reason: string) => `the demo reads back what it recorded, but ${reason}`,
  stuck: () => 'the command did not end after that error and was given up',
  unexpected: (text: string) => `${text}; please report it if the message does not help`,
} as const

type Messages = typeof MESSAGES

/** Which entry of the catalogue an error is. */
export type CliErrorCode = keyof Messages

/** Errors that are nobody's wrong command line. */
const FAILURES = new Set<CliErrorCode>(['unexpected', 'stuck', 'tool_exits', 'served_exits', 'push'])

/** A wrong command line or a thing it names that is not there; printed as one sentence, without a stack trace. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly code: CliErrorCode
  /** Exit code of the command. */
  readonly exitCode: number

  constructor(code: CliErrorCode, message: string) {
    super(message)
    this.code = code
    this.exitCode = FAILURES.has(code) ? FAILED : USAGE
  }
}

/** Makes the error of a catalogue entry; what it quotes of a command line is kept in logs, so it loses its secrets. */
export function cliError<Code extends CliErrorCode>(
  code: Code,
  ...facts: Parameters<Messages[Code]>
): CliError {
  const write = MESSAGES[code] as (...facts: string[]) => string
  const { redactText } = createRedactor()
  return new CliError(code, write(...facts.map(fact => redactText(fact))))
}
