import {
  type ClientHttp2Session,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2'

/** How a gRPC call ended: the trailers, and the message where there is one. */
export interface GrpcAnswer {
  /** HTTP status; other than 200 means that something in between answered. */
  httpStatus: number
  /** gRPC status code; `undefined` when the receiver named none, so that it is no gRPC receiver. */
  status?: number
  trailers: IncomingHttpHeaders
  message: Buffer
}

export interface GrpcCallOptions {
  session: ClientHttp2Session
  headers: OutgoingHttpHeaders
  timeoutMs: number
  onStart(cancel: () => void): void
}

/** A gRPC message stands behind one byte that says whether it is compressed, and four of its length. */
const PREFIX_BYTES = 5

/** Answers are read for their partial-success message only; past this the rest is thrown away. */
const MAX_ANSWER_BYTES = 64 * 1024

/**
 * Makes one unary gRPC call; rejects with the stream's error, or one whose code is `ETIMEDOUT`.
 *
 * @param body The encoded message, compressed where the headers say `grpc-encoding`.
 */
export function grpcCall(body: Uint8Array, options: GrpcCallOptions): Promise<GrpcAnswer> {
  const { session, headers, timeoutMs, onStart } = options
  return new Promise((resolve, reject) => {
    const stream = session.request(headers)
    let answered: IncomingHttpHeaders = {}
    let trailers: IncomingHttpHeaders = {}
    const chunks: Buffer[] = []
    let size = 0
    const cancel = () => {
      reject(Object.assign(new Error('No answer in time'), { code: 'ETIMEDOUT' }))
      stream.close(constants.NGHTTP2_CANCEL)
    }
    const timer = setTimeout(cancel, timeoutMs).unref()
    stream.on('response', head => {
      answered = head
    })
    stream.on('trailers', tail => {
      trailers = tail
    })
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= MAX_ANSWER_BYTES) chunks.push(chunk)
    })
    stream.on('error', error => reject(reasonOf(error)))
    stream.on('close', () => {
      clearTimeout(timer)
      // A call that fails at once has no message and its status in the head ("trailers only").
      const tail = { ...answered, ...trailers }
      if (answered[':status'] === undefined) return reject(brokenOff())
      const message = Buffer.concat(chunks).subarray(PREFIX_BYTES)
      resolve({ httpStatus: Number(answered[':status']), status: statusOf(tail), trailers: tail, message })
    })
    onStart(cancel)
    stream.end(framed(body, headers['grpc-encoding'] !== undefined))
  })
}

/** A stream whose connection failed is cancelled, with the reason behind. */
function reasonOf(error: Error): unknown {
  const cancelled = 'code' in error && error.code === 'ERR_HTTP2_STREAM_CANCEL'
  return cancelled ? (error.cause ?? brokenOff()) : error
}

function brokenOff(): Error {
  return Object.assign(new Error('The stream closed without an answer'), { code: 'ECONNRESET' })
}

function statusOf(trailers: IncomingHttpHeaders): number | undefined {
  const status = trailers['grpc-status']
  return status === undefined ? undefined : Number(status)
}

function framed(body: Uint8Array, compressed: boolean): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.writeUInt8(compressed ? 1 : 0, 0)
  prefix.writeUInt32BE(body.byteLength, 1)
  return Buffer.concat([prefix, body])
}
