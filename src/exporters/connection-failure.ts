import { DeliveryError } from './delivery-error.js'
import type { Attempt } from './otlp-transport.js'

/** Reasons worth a second try, with the words that a report uses for them. */
const CONNECTION_FAILURES: Record<string, string> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'broke off the connection',
  EPIPE: 'broke off the connection',
  ETIMEDOUT: 'did not answer in time',
  ENOTFOUND: 'has a host name that cannot be resolved',
  EAI_AGAIN: 'has a host name that cannot be resolved',
  ENETUNREACH: 'cannot be reached',
  EHOSTUNREACH: 'cannot be reached',
}

/** A receiver of the other protocol, which no second try makes understand. */
const OTHER_PROTOCOL: readonly [code: RegExp, words: string][] = [
  [/^HPE_/, 'did not answer in HTTP: is this the port of an OTLP/gRPC receiver?'],
  [
    /^ERR_HTTP2_(SESSION_|STREAM_)?ERROR$/,
    'did not answer in gRPC: is this the port of an OTLP/HTTP receiver?',
  ],
]

/**
 * Says what a connection that failed means for the message.
 *
 * Only codes are read: a socket error's message may hold an address with more in it than a report should say.
 */
export function connectionFailure(label: string, thrown: unknown): Attempt {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown error'
  const retryable = CONNECTION_FAILURES[code]
  const other = OTHER_PROTOCOL.find(([pattern]) => pattern.test(code))?.[1]
  const error = new DeliveryError(`OTLP endpoint ${label} ${retryable ?? other ?? `failed (${code})`}`)
  return { error, retryable: retryable !== undefined }
}
