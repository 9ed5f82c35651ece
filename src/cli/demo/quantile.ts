/**
 * Returns a quantile of some numbers by nearest rank: always one of them, never a value in between. Of fewer than 100
 * numbers the 99th percentile is therefore the greatest.
 *
 * @param q Between 0 and 1.
 */
export function quantile(numbers: readonly number[], q: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN
}
