import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { cliError } from './cli-error.js'
import type { CliProcess } from './cli-process.js'

/**
 * Reads a value given as JSON, as `@file` or as `-` for standard input.
 *
 * @param what How the value is called in an error, such as `--input`.
 * @throws {CliError} When it cannot be read or is not JSON; the message never repeats the value.
 */
export async function readJson(given: string, what: string, cli: CliProcess): Promise<unknown> {
  const { source, name } = await readSource(given, what, cli)
  try {
    return JSON.parse(source)
  } catch (error) {
    throw cliError('not_json', name, whereItBreaks(source, error))
  }
}

async function readSource(
  given: string,
  what: string,
  cli: CliProcess,
): Promise<{ source: string; name: string }> {
  if (given === '-')
    return { source: await text(cli.stdin as AsyncIterable<Uint8Array>), name: 'standard input' }
  if (!given.startsWith('@')) return { source: given, name: what }
  const path = given.slice(1)
  try {
    return { source: await readFile(resolve(cli.cwd(), path), 'utf8'), name: path }
  } catch (error) {
    throw cliError(
      'file_unreadable',
      path,
      error instanceof Error && 'code' in error ? String(error.code) : '',
    )
  }
}

/** Says where, in words of our own: the parser's message quotes the text around, where a secret may stand. */
function whereItBreaks(source: string, error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  if (source.trim() === '') return 'it is empty'
  if (/end of JSON input/.test(message)) return 'it ends too early'
  const position = /position (\d+)/.exec(message)?.[1]
  if (position === undefined) return 'it does not begin as JSON does'
  const before = source.slice(0, Number(position)).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}
