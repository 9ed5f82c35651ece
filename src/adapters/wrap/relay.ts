/** Carries the values of a tool that streams through its call, to whoever made it. */
export class Relay {
  readonly #waiting: unknown[] = []
  #isCarrying = false
  #isLeft = false
  #wake: () => void = () => {}

  /** Whether a stream has begun. */
  get isCarrying(): boolean {
    return this.#isCarrying
  }

  /** The stream as the pipeline runs it: each value is handed on as it comes. */
  carry(stream: AsyncIterable<unknown>): AsyncGenerator<unknown, void> {
    this.#isCarrying = true
    return this.#carry(stream)
  }

  /** The stream as its caller reads it. It ends with the call, and throws what the call ends with. */
  async *values(answer: Promise<unknown>): AsyncGenerator<unknown, unknown> {
    let isOver = false
    const over = () => {
      isOver = true
      this.#wake()
    }
    answer.then(over, over)
    try {
      for (;;) {
        while (this.#waiting.length > 0) yield this.#waiting.shift()
        if (isOver) return await answer
        await new Promise<void>(resolve => {
          this.#wake = resolve
          if (isOver || this.#waiting.length > 0) resolve()
        })
      }
    } finally {
      this.#isLeft = true
    }
  }

  async *#carry(stream: AsyncIterable<unknown>): AsyncGenerator<unknown, void> {
    for await (const value of stream) {
      this.#waiting.push(value)
      this.#wake()
      yield value
      if (this.#isLeft) return
    }
  }
}

/** Tells whether a tool answered a stream. */
export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return value !== null && typeof value === 'object' && Symbol.asyncIterator in value
}

/** Tells whether a function answers a stream, before it is called. */
export function streamsAlways(fn: unknown): boolean {
  return Object.prototype.toString.call(fn) === '[object AsyncGeneratorFunction]'
}
