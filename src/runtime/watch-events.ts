import { createEventStream, type EventStream, type EventSubscription } from './events.js'

/** Returns an event stream that shows what goes to it to one reader more, from the very first event. */
export function watchEvents(events: EventStream): { events: EventStream; subscription: EventSubscription } {
  const own = createEventStream()
  return {
    subscription: own.subscribe(),
    events: {
      ...events,
      get watched() {
        return own.watched || events.watched
      },
      hasReaders: audience => own.hasReaders(audience) || events.hasReaders(audience),
      emit(...event) {
        own.emit(...event)
        events.emit(...event)
      },
    },
  }
}
