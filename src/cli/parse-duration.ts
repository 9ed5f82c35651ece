import { cliError } from './cli-error.js'

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Reads a duration such as `250`, `250ms`, `2s`, `1.5h`. @returns Milliseconds, above 0. @throws {CliError} */
export function parseDuration(text: string): number {
  const [, amount, unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text.trim()) ?? []
  const ms = Number(amount) * (UNITS[unit] ?? 1)
  if (!(ms > 0)) throw cliError('bad_duration', text)
  return ms
}
