/**
 * Holds a call back from running until whoever made it says so. A framework that streams tool input asks first whether a
 * call needs approval, and runs it later or never.
 */
export class Turn {
  readonly #reached: () => void
  #hasBegun = false
  #begin: () => void = () => {}

  /** @param reached Called once nothing but its turn keeps the call from running. */
  constructor(reached: () => void) {
    this.#reached = reached
  }

  /** Lets the call run, now or as soon as it gets there. */
  begin(): void {
    this.#hasBegun = true
    this.#begin()
  }

  /** Says that the call is ready to run, and waits for its turn. */
  wait(): void | Promise<void> {
    this.#reached()
    if (this.#hasBegun) return
    return new Promise(resolve => {
      this.#begin = resolve
    })
  }
}
