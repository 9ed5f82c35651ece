import { Agent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { connectionFailure } from './connection-failure.js'
import { DeliveryError, type DeliveryFault } from './delivery-error.js'
import { type HttpAnswer, httpPost } from './http-post.js'
import type { OtlpTarget } from './otlp-target.js'
import type { Attempt, OtlpTransport } from './otlp-transport.js'
import { rejectedInJson, rejectedInProtobuf } from './rejected-count.js'
import { unknownPathHint } from './unknown-path-hint.js'

/** What a status says of the message; others say something of the receiver. */
const FAULTS: Record<number, DeliveryFault> = {
  400: 'refused',
  404: 'unknown_path',
  413: 'refused',
  422: 'refused',
}

const RETRYABLE_STATUS = new Set([429, 502, 503, 504])

/** Creates the transport of OTLP/HTTP, with JSON or protobuf bodies. */
export function createOtlpHttp(target: OtlpTarget): OtlpTransport {
  const { url, tls } = target
  const agent =
    url.protocol === 'https:' ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  return {
    attempt: async (body, { timeoutMs, onStart }) => {
      const headers = requestHeaders(target, body)
      try {
        return judge(target, await httpPost(body, { url, headers, agent, tls, timeoutMs, onStart }))
      } catch (thrown) {
        return connectionFailure(target.label, thrown)
      }
    },
    close: () => agent.destroy(),
  }
}

function requestHeaders(target: OtlpTarget, body: Uint8Array): Record<string, string> {
  return {
    'User-Agent': 'toolspan',
    ...target.headers,
    'Content-Type': target.protocol === 'http/json' ? 'application/json' : 'application/x-protobuf',
    'Content-Length': String(body.byteLength),
    ...(target.gzip ? { 'Content-Encoding': 'gzip' } : {}),
  }
}

function judge(target: OtlpTarget, { status, body, retryAfterMs }: HttpAnswer): Attempt {
  if (status >= 200 && status < 300) {
    const lost = target.protocol === 'http/json' ? rejectedInJson(body) : rejectedInProtobuf(body)
    if (lost === 0) return {}
    const message = `OTLP endpoint ${target.label} rejected part of what it was sent`
    return { error: new DeliveryError(message, { lost, fault: 'refused' }) }
  }
  const hint = status === 404 ? unknownPathHint(target) : ''
  const message = `OTLP endpoint ${target.label} answered with status ${status}${hint}`
  const error = new DeliveryError(message, { fault: FAULTS[status] })
  return { error, retryable: RETRYABLE_STATUS.has(status), retryAfterMs }
}
