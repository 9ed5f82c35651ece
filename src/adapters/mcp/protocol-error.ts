/** An answer that is a JSON-RPC error; both lines of the SDK send the code of whatever a handler throws. */
export class ProtocolError extends Error {
  static readonly INVALID_PARAMS = -32_602
  static readonly INTERNAL = -32_603
  override readonly name = 'ProtocolError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
