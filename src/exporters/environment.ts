/** The variables a process was started with; `process.env` unless a test gives its own. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Reads a variable; empty and blank count as unset, as the OpenTelemetry specification asks. */
export function readText(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

/** Reads a variable that must be a number above zero; anything else counts as unset. */
export function readPositive(env: Environment, name: string): number | undefined {
  const number = Number(readText(env, name))
  return Number.isFinite(number) && number > 0 ? number : undefined
}

/** Reads a comma-separated variable into its items, without blanks. */
export function readList(env: Environment, name: string): string[] {
  const items = readText(env, name)?.split(',') ?? []
  return items.map(item => item.trim()).filter(item => item !== '')
}

/** Tells whether a variable is `true`, in any case; nothing else is true, as the specification asks. */
export function readFlag(env: Environment, name: string): boolean {
  return readText(env, name)?.toLowerCase() === 'true'
}
