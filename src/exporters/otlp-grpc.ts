import { type ClientHttp2Session, connect } from 'node:http2'
import { connectionFailure } from './connection-failure.js'
import { DeliveryError, type DeliveryFault } from './delivery-error.js'
import { type GrpcAnswer, grpcCall } from './grpc-call.js'
import type { OtlpTarget } from './otlp-target.js'
import type { Attempt, OtlpTransport } from './otlp-transport.js'
import { messageIn, numberIn, readProtobufFields } from './protobuf-fields.js'
import { rejectedInProtobuf } from './rejected-count.js'
import { unknownPathHint } from './unknown-path-hint.js'

/** Names of the codes a receiver answers with, as its own log has them. */
const CODES = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
]

/** What a code says of the message; others say something of the receiver. */
const FAULTS: Record<string, DeliveryFault> = { INVALID_ARGUMENT: 'refused', UNIMPLEMENTED: 'unknown_path' }

/** What the OTLP specification calls retryable; `RESOURCE_EXHAUSTED` only when the receiver says when. */
const RETRYABLE = new Set([
  'CANCELLED',
  'DEADLINE_EXCEEDED',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNAVAILABLE',
  'DATA_LOSS',
])

/**
 * Creates the transport of OTLP/gRPC on the HTTP/2 of Node.
 *
 * One unary call of one message is all that OTLP needs of gRPC, so no gRPC package has to be installed, and the
 * connection never keeps the process alive.
 */
export function createOtlpGrpc(target: OtlpTarget): OtlpTransport {
  let session: ClientHttp2Session | undefined

  function connected(): ClientHttp2Session {
    if (session && !session.closed && !session.destroyed) return session
    const opened = connect(target.url.origin, target.tls)
    // Each call hears of it too; without a listener it would be an uncaught exception.
    opened.on('error', () => opened.destroy())
    opened.unref()
    session = opened
    return opened
  }

  return {
    attempt: async (body, options) => {
      const headers = requestHeaders(target, options.timeoutMs)
      try {
        return judge(target, await grpcCall(body, { ...options, session: connected(), headers }))
      } catch (thrown) {
        return connectionFailure(target.label, thrown)
      }
    },
    close: () => session?.destroy(),
  }
}

function requestHeaders(target: OtlpTarget, timeoutMs: number): Record<string, string> {
  const own = Object.entries(target.headers).map(([name, value]) => [name.toLowerCase(), value])
  return {
    'user-agent': 'toolspan',
    ...Object.fromEntries(own),
    ':method': 'POST',
    ':path': target.url.pathname,
    'content-type': 'application/grpc',
    te: 'trailers',
    'grpc-timeout': `${Math.max(1, Math.round(timeoutMs))}m`,
    ...(target.gzip ? { 'grpc-encoding': 'gzip' } : {}),
  }
}

function judge(target: OtlpTarget, { httpStatus, status, trailers, message }: GrpcAnswer): Attempt {
  const { label } = target
  if (status === 0) {
    const lost = rejectedInProtobuf(message)
    if (lost === 0) return {}
    return {
      error: new DeliveryError(`OTLP endpoint ${label} rejected part of what it was sent`, {
        lost,
        fault: 'refused',
      }),
    }
  }
  if (status === undefined) return judgeHttp(label, httpStatus)
  const name = CODES[status] ?? String(status)
  const retryAfterMs = retryDelay(trailers['grpc-status-details-bin'])
  const retryable = RETRYABLE.has(name) || (name === 'RESOURCE_EXHAUSTED' && retryAfterMs !== undefined)
  const hint = name === 'UNIMPLEMENTED' ? unknownPathHint(target) : ''
  return {
    error: new DeliveryError(`OTLP endpoint ${label} answered ${name}${hint}`, { fault: FAULTS[name] }),
    retryable,
    retryAfterMs,
  }
}

/** Something that speaks HTTP/2 and no gRPC: a proxy that is busy is worth a second try. */
function judgeHttp(label: string, status: number): Attempt {
  const error = new DeliveryError(
    `OTLP endpoint ${label} answered with status ${status}: is this the address of an OTLP/gRPC receiver?`,
  )
  return { error, retryable: [429, 502, 503, 504].includes(status) }
}

const DETAILS = 3
const VALUE = 2
const TYPE_URL = 1

/** Reads `google.rpc.RetryInfo` from the details of a status, which gRPC carries in base64. */
function retryDelay(details: string | string[] | undefined): number | undefined {
  const encoded = Array.isArray(details) ? details[0] : details
  if (encoded === undefined) return undefined
  for (const detail of readProtobufFields(Buffer.from(encoded, 'base64')).get(DETAILS) ?? []) {
    if (typeof detail === 'number') continue
    const packed = readProtobufFields(detail)
    if (!String(packed.get(TYPE_URL)?.[0]).endsWith('google.rpc.RetryInfo')) continue
    const delay = messageIn(messageIn(packed, VALUE), 1)
    return numberIn(delay, 1) * 1000 + numberIn(delay, 2) / 1e6
  }
  return undefined
}
