/** JSON read while its text still arrives. */
export interface PartialJson {
  /**
   * The value so far, one that grows: objects and lists are the same with each piece, strings grow longer, numbers and
   * literals appear once they are whole. `undefined` until a value begins; past text that is no JSON it stays as it was.
   */
  readonly value: unknown
  /** Reads the next piece, which may begin and end anywhere. Never rejects. */
  push(piece: string): Promise<void>
}

/** Creates a reader of JSON in pieces. All pieces together cost what the whole does. */
export async function createPartialJson(): Promise<PartialJson> {
  const { parse } = await import('jsonriver')
  let value: unknown
  let isStopped = false
  let give: (piece: IteratorResult<string>) => void = () => {}
  let onIdle: () => void = () => {}
  // The parser asks for a piece once it has read all of the one before.
  const pieces: AsyncIterableIterator<string> = {
    next: () =>
      new Promise(resolve => {
        give = resolve
        onIdle()
      }),
    [Symbol.asyncIterator]: () => pieces,
  }

  async function read(): Promise<void> {
    try {
      for await (const grown of parse(pieces)) value = grown
    } catch {
      // The call is told of bad text once it is complete.
    }
    isStopped = true
    onIdle()
  }

  await new Promise<void>(resolve => {
    onIdle = resolve
    void read()
  })
  return {
    get value() {
      return value
    },
    push(piece) {
      if (isStopped) return Promise.resolve()
      return new Promise(resolve => {
        onIdle = resolve
        give({ done: false, value: piece })
      })
    },
  }
}
