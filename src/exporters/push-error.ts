/** Says why the store cannot be pushed at all; its message is one sentence with the fix. */
export class PushError extends Error {
  override readonly name = 'PushError'
}
