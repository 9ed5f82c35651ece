import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { DeliveryError } from './delivery-error.js'
import { createOtlpGrpc } from './otlp-grpc.js'
import { createOtlpHttp } from './otlp-http.js'
import type { OtlpTarget } from './otlp-target.js'
import type { Attempt } from './otlp-transport.js'

/** Sends OTLP messages to one address. */
export interface OtlpSender {
  /**
   * Sends one encoded message and retries what the protocol calls retryable, lost connections included.
   *
   * @throws {DeliveryError} With a clause that names the endpoint; `lost` is set when only part was refused.
   */
  send(body: Uint8Array): Promise<void>
  /** Breaks off what is under way and sends no more; each broken `send` rejects with its last known reason. */
  close(): void
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 5000

const compress = promisify(gzip)

/**
 * Creates a sender that can be closed at once.
 *
 * The SDK's own OTLP exporters keep the process alive through their retries, up to ten seconds after a shutdown was
 * asked for; here neither sockets nor waits do.
 */
export function createOtlpSender(target: OtlpTarget): OtlpSender {
  const transport = target.protocol === 'grpc' ? createOtlpGrpc(target) : createOtlpHttp(target)
  const underWay = new Set<() => void>()
  let closed = false

  async function attempt(body: Uint8Array, timeoutMs: number): Promise<Attempt> {
    let cancelThis: (() => void) | undefined
    const onStart = (cancel: () => void) => {
      cancelThis = cancel
      underWay.add(cancel)
    }
    const result = await transport.attempt(body, { timeoutMs, onStart })
    if (cancelThis) underWay.delete(cancelThis)
    return result
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
      const message = target.gzip ? await compress(body) : body
      if (closed) throw new DeliveryError(`OTLP endpoint ${target.label} was already closed`)
      const { error } = await sendWithRetries(message)
      if (error) throw error
    },
    close: () => {
      closed = true
      for (const cancel of [...underWay]) cancel()
      transport.close()
    },
  }
}

function jittered(ms: number): number {
  return ms * (0.8 + Math.random() * 0.4)
}
