/** Whether a missing program fails the tests that need it, instead of leaving them out. */
export const required = process.env.TOOLSPAN_REQUIRE_SYSTEM === '1'

/**
 * Says why the tests that need a program do not run; `undefined` where they must.
 *
 * @param found Whether the program is there.
 * @param reason What is missing, and how to get it.
 */
export function skippedWithout(found: boolean, reason: string): string | undefined {
  return found || required ? undefined : leftOut(reason)
}

/** Says why tests do not run that cannot run here in any case, and leaves them out. */
export function leftOut(reason: string): string {
  console.info(`Skipped: ${reason}`)
  return reason
}
