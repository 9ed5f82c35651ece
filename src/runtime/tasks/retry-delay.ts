import type { ToolBackground } from '../tool.js'

const A_CENTURY_MS = 100 * 365 * 24 * 3_600_000

/** Returns how long a task waits after so many attempts that failed, in milliseconds. */
export function retryDelay(
  { retryDelayMs = 1_000, backoffMultiplier = 2 }: Partial<ToolBackground> = {},
  failures: number,
): number {
  // What grows past all bounds must still be a time that a record can hold.
  return Math.min(retryDelayMs * backoffMultiplier ** (failures - 1), A_CENTURY_MS)
}
