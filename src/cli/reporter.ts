import type { CliError } from './cli-error.js'
import type { CliProcess } from './cli-process.js'
import { type Terminal, terminalOf } from './terminal.js'
import { toJson } from './to-json.js'

/** How a command tells what it found: to a person, or to a machine. */
export interface Reporter {
  /** Writes a part of the answer for a person. */
  show(render: (terminal: Terminal) => string): void
  /** Writes the whole answer for a machine; once in a command. */
  give(data: unknown): void
  /** Tells on standard error what went wrong beside the answer. */
  warn(sentence: string): void
  /** Tells why there is no answer. */
  fail(error: Pick<CliError, 'code' | 'message'>): void
}

type Streams = Pick<CliProcess, 'env' | 'stdout' | 'stderr'>

/** Creates the reporter of a command: JSON with `--json`, else text. */
export function createReporter(streams: Streams, { json }: { json: boolean }): Reporter {
  return json ? createJsonReporter(streams) : createHumanReporter(streams)
}

function createHumanReporter(streams: Streams): Reporter {
  const { stdout, stderr, env } = streams
  const terminal = terminalOf(streams)
  const { colors } = terminalOf({ env, stdout: stderr })
  return {
    show: render => stdout.write(`${render(terminal)}\n`),
    give: () => {},
    warn: sentence => stderr.write(`${colors.yellow('toolspan:')} ${sentence}\n`),
    fail: ({ message }) => stderr.write(`${colors.red('toolspan:')} ${message}\n`),
  }
}

function createJsonReporter({ stdout, stderr }: Streams): Reporter {
  return {
    show: () => {},
    give: data => stdout.write(`${toJson(data)}\n`),
    warn: sentence => stderr.write(`toolspan: ${sentence}\n`),
    fail: ({ code, message }) => stdout.write(`${toJson({ error: { code, message } })}\n`),
  }
}
