interface Piece {
  text: string
  /** Lets the writer of the piece go on. */
  taken(): void
}

/** How a streamed input became complete: with the text so far, or with the input itself. */
export type CompleteInput = { by: 'end' } | { by: 'available'; input: unknown }

/** An input on its way into a call: the door writes it, and the stage `receiveInput` reads it. */
export class InputStream {
  #complete: CompleteInput | undefined
  #isClosed = false
  #waiting: Piece[] = []
  readonly #untaken = new Set<Piece>()
  #wake: () => void = () => {}

  /** How the input became complete, once it is. */
  get complete(): CompleteInput | undefined {
    return this.#complete
  }

  /**
   * Adds a piece of text. Resolves once the call has taken it, or needs no more.
   *
   * @throws TypeError for a piece that is not text, and after the input is complete.
   */
  delta(text: string): Promise<void> {
    this.#mustBeOpen('delta')
    if (typeof text !== 'string') {
      throw new TypeError(
        `delta() takes text but was given ${nameOfType(text)}: pass on what the model wrote, or give a whole input to available()`,
      )
    }
    if (this.#isClosed) return Promise.resolve()
    return new Promise(resolve => {
      const piece = { text, taken: resolve }
      this.#untaken.add(piece)
      this.#waiting.push(piece)
      this.#wake()
    })
  }

  /** Makes the input complete: the text so far. */
  end(): void {
    this.#mustBeOpen('end')
    this.#complete = { by: 'end' }
    this.#wake()
  }

  /** Makes the input complete: this value, whatever was written of its text. */
  available(input: unknown): void {
    this.#mustBeOpen('available')
    this.#complete = { by: 'available', input }
    this.#wake()
  }

  /** Takes no more of the input; what is written from here on is dropped. */
  close(): void {
    this.#isClosed = true
    this.#waiting = []
    for (const piece of this.#untaken) piece.taken()
    this.#untaken.clear()
    this.#wake()
  }

  /** Yields the pieces in the order they were written, until the input is complete or the stream is closed. */
  async *pieces(): AsyncGenerator<string, void> {
    for (;;) {
      const pieces = this.#waiting
      this.#waiting = []
      for (const piece of pieces) {
        if (this.#isClosed) return
        yield piece.text
        piece.taken()
        this.#untaken.delete(piece)
      }
      if (this.#waiting.length > 0) continue
      if (this.#complete || this.#isClosed) return
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
  }

  #mustBeOpen(method: 'delta' | 'end' | 'available'): void {
    if (!this.#complete) return
    throw new TypeError(
      `${method}() cannot follow ${this.#complete.by}(): the input of this call is complete, and nothing was changed`,
    )
  }
}

function nameOfType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`
}
