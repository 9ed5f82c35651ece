/** What is used of a transport of either line. */
export interface WatchedTransport {
  onmessage?: (message: never, ...more: never[]) => void
  send(message: never, ...more: never[]): Promise<void>
}

interface Message {
  id?: string | number
  method?: string
  params?: { requestId?: string | number }
}

/** Watches a transport, and tells which requests of the client have had no answer. */
export function watchUnanswered(transport: WatchedTransport): ReadonlySet<unknown> {
  const unanswered = new Set<unknown>()
  const send = transport.send.bind(transport) as (message: Message, ...more: unknown[]) => Promise<void>
  transport.send = async (message: Message, ...more: unknown[]) => {
    await send(message, ...more)
    if (message.method === undefined) unanswered.delete(message.id)
  }
  let receive: WatchedTransport['onmessage']
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () =>
      receive &&
      ((message: Message, ...more: unknown[]) => {
        const { id, method, params } = message
        if (method !== undefined && id !== undefined) unanswered.add(id)
        // What is cancelled is not answered.
        if (method === 'notifications/cancelled') unanswered.delete(params?.requestId)
        receive?.(message as never, ...(more as never[]))
      }),
    set(given: WatchedTransport['onmessage']) {
      receive = given
    },
  })
  return unanswered
}
