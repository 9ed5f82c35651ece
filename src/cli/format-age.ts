const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

/** Writes how long something has waited or may still wait, in the largest unit that fits. */
export function formatAge(ms: number): string {
  const [unit, size] = UNITS.find(([, size]) => ms >= size) ?? ['s', 1_000]
  return `${Math.max(0, Math.round(ms / size))} ${unit}`
}
