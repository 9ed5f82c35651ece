/**
 * Waits for work, but not longer than a given time; never rejects.
 *
 * The timer keeps the process alive on purpose: whoever asked for a flush waits for its answer.
 *
 * @returns Whether the work came to its end in time, well or not.
 */
export async function within(timeoutMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>(resolve => {
    timer = setTimeout(resolve, timeoutMs, false)
  })
  const done = work.then(
    () => true,
    () => true,
  )
  const inTime = await Promise.race([done, late])
  clearTimeout(timer)
  return inTime
}
