/** Why a store could not do what it was asked. */
export type StoreErrorCode = 'damaged' | 'wrong_key' | 'not_storable' | 'taken' | 'unusable'

/** A store that could not keep or give a record. The message names the record and the fix, and no value of it. */
export class StoreError extends Error {
  override name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}
