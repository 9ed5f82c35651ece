/** What happens in calls, in the order it happens, as people may see it. Names are Mastra's. */
export type ToolEventType =
  | 'tool-call-input-streaming-start'
  | 'tool-call-delta'
  | 'tool-call-input-streaming-end'
  | 'tool-call'
  | 'tool-output'
  | 'tool-call-approval'
  | 'tool-call-suspended'
  | 'tool-result'
  | 'tool-error'
  | 'tool-output-denied'
  | 'background-task-started'
  | 'background-task-progress'
  | 'background-task-completed'
  | 'background-task-failed'
  | 'background-task-cancelled'

export interface ToolEvent {
  type: ToolEventType
  toolCallId: string
  toolName: string
  traceId?: string
  spanId?: string
  payload: Record<string, unknown>
}

/** Who reads events: people, who get transformed and redacted payloads, or the application, which gets the real ones. */
export type EventAudience = 'display' | 'application'

export interface EventFilter {
  toolCallId?: string
  toolName?: string
  types?: readonly ToolEventType[]
  /** Default `'display'`. */
  audience?: EventAudience
}

/** An open subscription: an async iterable that ends when it is left or closed. */
export interface EventSubscription extends AsyncIterableIterator<ToolEvent> {
  /** How many events were dropped because nobody read them in time. */
  readonly dropped: number
  close(): void
}

/** Which call an event is of, by the real id; the event may show another. */
export interface EventOrigin {
  toolCallId: string
  tenant?: string
}

/** The events of one runtime. */
export interface EventStream {
  /** Whether anyone listens at all. */
  readonly watched: boolean
  /** Whether anyone of this audience listens; an event that nobody reads is never made. */
  hasReaders(audience: EventAudience): boolean
  emit(event: ToolEvent, audience: EventAudience, of: EventOrigin): void
  subscribe(filter?: EventFilter, tenant?: string): EventSubscription
  close(): void
}

const MOST_WAITING = 10_000

/** Returns an event stream without readers. */
export function createEventStream(): EventStream {
  const readers = new Set<Reader>()
  const stream = {
    watched: false,
    hasReaders(audience: EventAudience) {
      for (const reader of readers) if (reader.audience === audience) return true
      return false
    },
    emit(event: ToolEvent, audience: EventAudience, of: EventOrigin) {
      for (const reader of readers) if (reader.wants(event, audience, of)) reader.push(event)
    },
    subscribe(filter: EventFilter = {}, tenant?: string) {
      const reader = createReader(filter, tenant, () => {
        readers.delete(reader)
        stream.watched = readers.size > 0
      })
      readers.add(reader)
      stream.watched = true
      return reader.subscription
    },
    close() {
      for (const reader of readers) reader.subscription.close()
    },
  }
  return stream
}

interface Reader {
  readonly audience: EventAudience
  readonly subscription: EventSubscription
  wants(event: ToolEvent, audience: EventAudience, of: EventOrigin): boolean
  push(event: ToolEvent): void
}

function createReader(filter: EventFilter, tenant: string | undefined, onClose: () => void): Reader {
  const { audience = 'display', toolCallId, toolName, types } = filter
  const waiting: ToolEvent[] = []
  const pulls: ((result: IteratorResult<ToolEvent>) => void)[] = []
  let dropped = 0
  let closed = false

  function close(): void {
    closed = true
    onClose()
    for (const pull of pulls.splice(0)) pull({ done: true, value: undefined })
  }

  const subscription: EventSubscription = {
    get dropped() {
      return dropped
    },
    close,
    next() {
      const event = waiting.shift()
      if (event) return Promise.resolve({ done: false, value: event })
      if (closed) return Promise.resolve({ done: true, value: undefined })
      return new Promise(resolve => pulls.push(resolve))
    },
    return() {
      close()
      return Promise.resolve({ done: true, value: undefined })
    },
    [Symbol.asyncIterator]() {
      return subscription
    },
  }

  return {
    audience,
    subscription,
    wants: (event, to, of) =>
      to === audience &&
      (tenant === undefined || tenant === of.tenant) &&
      (toolCallId === undefined || toolCallId === of.toolCallId) &&
      (toolName === undefined || toolName === event.toolName) &&
      (types === undefined || types.includes(event.type)),
    push(event) {
      const pull = pulls.shift()
      if (pull) return pull({ done: false, value: event })
      if (waiting.length >= MOST_WAITING) {
        waiting.shift()
        dropped += 1
      }
      waiting.push(event)
    },
  }
}
