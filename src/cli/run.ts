import { CommanderError } from 'commander'
import { NoJsonSchemaError } from '../adapters/no-json-schema-error.js'
import { TraceLookupError } from '../exporters/trace-lookup-error.js'
import { MissingPackageError } from '../observe/missing-package-error.js'
import { TicketError } from '../runtime/errors.js'
import { StoreError } from '../stores/store-error.js'
import { CliError, cliError } from './cli-error.js'
import type { CliProcess, CliStream } from './cli-process.js'
import { COMMANDS, createProgram } from './create-program.js'
import { createReporter } from './reporter.js'
import { reserveStdout } from './reserve-stdout.js'
import { safeSentence } from './safe-sentence.js'
import { watchExit } from './watch-exit.js'
import { watchStrayErrors } from './watch-stray-errors.js'

const FAILED = 1

/**
 * Runs one command line.
 *
 * @returns The exit code, once all output is written: 0 when it went well, 1 when a call failed, 2 when the command
 * line is wrong, 130 after Ctrl-C. Never rejects.
 */
export async function run(given: CliProcess): Promise<number> {
  const args = given.argv.slice(2)
  const json = asksForJson(args)
  // What a server answers with there is the protocol.
  const reserved = json || commandIn(args) === 'mcp' ? reserveStdout(given) : undefined
  const cli = reserved?.cli ?? given
  const reporter = createReporter(cli, { json })
  for (const stream of [cli.stdout, cli.stderr]) ignoreClosedPipe(stream)
  // A tool may wait for something that keeps no process alive.
  const awake = setInterval(() => {}, 60_000)
  const strays = watchStrayErrors(cli, reporter)
  const exits = watchExit(cli, reporter)
  try {
    let exitCode = 0
    const exit = (code: number) => {
      exitCode = code
    }
    const program = createProgram({ cli, reporter, exit, exits, awake })
    const running = program.parseAsync(args.length > 0 ? args : ['--help'], { from: 'user' })
    await Promise.race([running, strays.overrun])
    return strays.count() > 0 ? Math.max(exitCode, FAILED) : exitCode
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0
    const error = toCliError(thrown, commandIn(args))
    reporter.fail(error)
    return error.exitCode
  } finally {
    clearInterval(awake)
    strays.stop()
    exits.stop()
    await Promise.all([written(cli.stdout), written(cli.stderr)])
    reserved?.release()
  }
}

/** The one door for what was thrown; what nobody foresaw is told in one sentence too. */
function toCliError(thrown: unknown, command: string | undefined): CliError {
  if (thrown instanceof CliError) return thrown
  if (thrown instanceof CommanderError) return cliError('usage', usageSentence(thrown.message, command))
  if (thrown instanceof NoJsonSchemaError)
    return cliError('no_json_schema', thrown.toolName, thrown.field, thrown.reason)
  if (thrown instanceof TraceLookupError) return cliError('trace_lookup', thrown.message)
  if (thrown instanceof MissingPackageError) return cliError('missing_package', thrown.message)
  if (thrown instanceof TicketError) return cliError(`ticket_${thrown.code}`, thrown.message)
  if (thrown instanceof StoreError) return cliError('store', thrown.message)
  return cliError('unexpected', safeSentence(thrown))
}

function usageSentence(message: string, command: string | undefined): string {
  const sentence = message
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\.$/, '')
  return `${sentence}; \`${['toolspan', command, '--help'].filter(Boolean).join(' ')}\` shows how it is used`
}

/** Names the command of a command line, if it is one. */
function commandIn(args: readonly string[]): string | undefined {
  const name = args.find(arg => !arg.startsWith('-'))
  return COMMANDS.find(command => command === name)
}

/** Looked up before the arguments are parsed, so that a parsing error is told in the same form. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return (end === -1 ? args : args.slice(0, end)).includes('--json')
}

/** A reader such as `head` that has seen enough is no error. */
function ignoreClosedPipe(stream: CliStream): void {
  stream.on('error', error => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error
  })
}

function written(stream: CliStream): Promise<void> {
  return new Promise(resolve => {
    stream.write('', () => resolve())
  })
}
