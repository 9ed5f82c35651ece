/** Tells that lines of the store could not be read. */
export function skippedLinesNote(count: number): string {
  return count === 1
    ? '1 line of the store could not be read and was left out'
    : `${count} lines of the store could not be read and were left out`
}
