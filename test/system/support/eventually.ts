import { setTimeout as pause } from 'node:timers/promises'

const PATIENCE_MS = 15_000

/**
 * Asks until there is an answer that is one, for at most 15 seconds.
 *
 * @param ask May throw while it is too early.
 * @param isAnswer Default: anything but `undefined`.
 * @throws What the last question threw, or an error with its answer.
 */
export async function eventually<T>(
  ask: () => Promise<T>,
  isAnswer: (answer: T) => boolean = answer => answer !== undefined,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const tooLate = performance.now() > deadline
    try {
      const answer = await ask()
      if (isAnswer(answer)) return answer
      if (tooLate) throw new Error(`the last answer was ${JSON.stringify(answer)?.slice(0, 2000)}`)
    } catch (error) {
      if (tooLate) throw error
    }
    await pause(50)
  }
}
