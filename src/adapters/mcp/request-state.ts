import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Which call a question is about; it travels through the client and back. */
export interface RequestState {
  ticket: string
  tool: string
  /** Which client was asked; another one cannot answer. */
  client?: string
}

/** Writes and reads states. */
export interface StateSeal {
  write(state: RequestState): string
  /** Returns the state; nothing where it was not written here, or was changed on its way. */
  read(text: string): RequestState | undefined
}

// One key for the process: under HTTP each request has a server of its own.
let ownKey: Buffer | undefined

/** Returns a seal. Without a key it is good within this process. */
export function stateSeal(key: string | Uint8Array | undefined): StateSeal {
  ownKey ??= randomBytes(32)
  const used = key ?? ownKey
  const sign = (body: string) => createHmac('sha256', used).update(body).digest()
  return {
    write(state) {
      const body = Buffer.from(JSON.stringify(state)).toString('base64url')
      return `${body}.${sign(body).toString('base64url')}`
    },
    read(text) {
      const [body = '', signature = ''] = text.split('.')
      const [given, expected] = [Buffer.from(signature, 'base64url'), sign(body)]
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      return JSON.parse(Buffer.from(body, 'base64url').toString())
    },
  }
}
