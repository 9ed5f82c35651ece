import { Agent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { DeliveryError } from './delivery-error.js'
import { type HttpAnswer, httpPost } from './http-post.js'
import type { OtlpTarget } from './otlp-target.js'

/** Sends OTLP messages to one address. */
export interface OtlpSender {
  /**
   * Sends one encoded message and retries what the protocol calls retryable (429, 502, 503, 504 and lost connections).
   *
   * @throws {DeliveryError} With a clause that names the endpoint; `lost` is set when only part was refused.
   */
  send(body: Uint8Array): Promise<void>
  /** Breaks off what is under way and sends no more; each broken `send` rejects with its last known reason. */
  close(): void
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 5000
const RETRYABLE_STATUS = new Set([429, 502, 503, 504])

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

interface Attempt {
  /** What went wrong; absent on success. */
  error?: DeliveryError
  retryable?: boolean
  retryAfterMs?: number
}

const compress = promisify(gzip)

/**
 * Creates a sender that can be closed at once.
 *
 * The SDK's own OTLP exporters keep the process alive through their retries, up to ten seconds after a shutdown was
 * asked for; here neither sockets nor waits do.
 */
export function createOtlpSender(target: OtlpTarget): OtlpSender {
  const agent =
    target.url.protocol === 'https:' ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  const underWay = new Set<() => void>()
  let closed = false

  async function attempt(body: Uint8Array, timeoutMs: number): Promise<Attempt> {
    const { url, tls } = target
    const headers = requestHeaders(target, body)
    let cancelThis: (() => void) | undefined
    const onStart = (cancel: () => void) => {
      cancelThis = cancel
      underWay.add(cancel)
    }
    try {
      return judge(target, await httpPost(body, { url, headers, agent, tls, timeoutMs, onStart }))
    } catch (thrown) {
      return connectionFailure(target, thrown)
    } finally {
      if (cancelThis) underWay.delete(cancelThis)
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise(resolve => {
      const end = () => {
        clearTimeout(timer)
        underWay.delete(end)
        resolve()
      }
      const timer = setTimeout(end, ms).unref()
      underWay.add(end)
    })
  }

  async function sendWithRetries(body: Uint8Array): Promise<Attempt> {
    const deadline = performance.now() + target.timeoutMs
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 1.5, LONGEST_WAIT_MS)) {
      const result = await attempt(body, deadline - performance.now())
      const waitMs = result.retryAfterMs ?? jittered(wait)
      if (!result.retryable || closed || waitMs > deadline - performance.now()) return result
      await pause(waitMs)
      if (closed) return result
    }
  }

  return {
    send: async body => {
      if (closed) throw new DeliveryError(`OTLP endpoint ${target.label} was already closed`)
      const { error } = await sendWithRetries(target.gzip ? await compress(body) : body)
      if (error) throw error
    },
    close: () => {
      closed = true
      for (const cancel of [...underWay]) cancel()
      agent.destroy()
    },
  }
}

function requestHeaders(target: OtlpTarget, body: Uint8Array): Record<string, string> {
  return {
    'User-Agent': 'toolspan',
    ...target.headers,
    'Content-Type': target.encoding === 'json' ? 'application/json' : 'application/x-protobuf',
    'Content-Length': String(body.byteLength),
    ...(target.gzip ? { 'Content-Encoding': 'gzip' } : {}),
  }
}

function judge(target: OtlpTarget, { status, body, retryAfterMs }: HttpAnswer): Attempt {
  if (status >= 200 && status < 300) {
    const lost = target.encoding === 'json' ? rejectedCount(body) : 0
    if (lost === 0) return {}
    return {
      error: new DeliveryError(`OTLP endpoint ${target.label} rejected part of what it was sent`, { lost }),
    }
  }
  const hint = status === 404 ? ': is this the address of an OTLP/HTTP receiver?' : ''
  const error = new DeliveryError(`OTLP endpoint ${target.label} answered with status ${status}${hint}`)
  return { error, retryable: RETRYABLE_STATUS.has(status), retryAfterMs }
}

/** Codes only: a socket error's message may hold an address with more in it than a report should say. */
function connectionFailure(target: OtlpTarget, thrown: unknown): Attempt {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown error'
  const words = CONNECTION_FAILURES[code]
  const error = new DeliveryError(`OTLP endpoint ${target.label} ${words ?? `failed (${code})`}`)
  return { error, retryable: words !== undefined }
}

/** Reads how many items a receiver refused while it took the rest (OTLP partial success). */
function rejectedCount(body: Buffer): number {
  try {
    const answer: { partialSuccess?: Record<string, unknown> } = JSON.parse(body.toString('utf8'))
    const { rejectedSpans, rejectedLogRecords, rejectedDataPoints } = answer.partialSuccess ?? {}
    return Number(rejectedSpans ?? rejectedLogRecords ?? rejectedDataPoints ?? 0) || 0
  } catch {
    return 0
  }
}

function jittered(ms: number): number {
  return ms * (0.8 + Math.random() * 0.4)
}
