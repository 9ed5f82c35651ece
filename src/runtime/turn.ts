/**
 * Holds a call back from running until whoever made it says so. A framework that streams tool input asks first whether a
 * call needs approval, and runs it later or never.
 */
export class Turn {
  /** Resolves when nothing but its turn keeps the call from running. */
  readonly reached: Promise<void>
  readonly #come: Promise<void>
  #reach: () => void = () => {}
  #begin: () => void = () => {}

  constructor() {
    this.reached = new Promise(resolve => {
      this.#reach = resolve
    })
    this.#come = new Promise(resolve => {
      this.#begin = resolve
    })
  }

  /** Lets the call run, now or as soon as it gets there. */
  begin(): void {
    this.#begin()
  }

  /** Says that the call is ready to run, and waits for its turn. */
  wait(): Promise<void> {
    this.#reach()
    return this.#come
  }
}
