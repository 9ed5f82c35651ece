import { type Agent, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

export interface HttpAnswer {
  status: number
  body: Buffer
  /** Value of `Retry-After` in milliseconds, when the server gave one. */
  retryAfterMs?: number
}

export interface HttpPostOptions {
  url: URL
  headers: Record<string, string>
  agent: Agent
  tls: { ca?: string; cert?: string; key?: string }
  timeoutMs: number
  /** Receives the function that breaks the request off. */
  onStart?(cancel: () => void): void
}

/** Answers are read for their partial-success message only; past this the rest is thrown away. */
const MAX_ANSWER_BYTES = 64 * 1024

/**
 * Posts a body and resolves with the answer; rejects with the socket's error, or one whose code is `ETIMEDOUT`.
 *
 * The socket does not keep the process alive: a flush or a shutdown does, for as long as it is willing to wait.
 */
export function httpPost(body: Uint8Array, options: HttpPostOptions): Promise<HttpAnswer> {
  const { url, headers, agent, tls, timeoutMs, onStart } = options
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, { method: 'POST', agent, headers, ...tls }, response => {
      readAnswer(response).then(resolve, reject)
    })
    const cancel = () => request.destroy(Object.assign(new Error('No answer in time'), { code: 'ETIMEDOUT' }))
    const timer = setTimeout(cancel, timeoutMs).unref()
    request.on('socket', socket => socket.unref())
    request.on('error', reject)
    request.on('close', () => clearTimeout(timer))
    onStart?.(cancel)
    request.end(body)
  })
}

async function readAnswer(response: IncomingMessage): Promise<HttpAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MAX_ANSWER_BYTES) chunks.push(chunk)
  }
  return {
    status: response.statusCode ?? 0,
    body: Buffer.concat(chunks),
    retryAfterMs: retryAfter(response.headers['retry-after']),
  }
}

function retryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}
