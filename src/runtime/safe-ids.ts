import { safeId } from '../observe/safe-id.js'
import type { TranscriptActor } from '../observe/transcript-sink.js'
import type { Call } from './call-state.js'

/** Returns who acted as a record may hold it. */
export function safeActor<T extends string | TranscriptActor>(call: Call, actor: T): T
export function safeActor(call: Call, actor: string | TranscriptActor): string | TranscriptActor {
  if (typeof actor === 'string') return safeIdOf(call, actor)
  const { id, kind, onBehalfOf } = actor
  return {
    id: safeIdOf(call, id),
    ...(kind && { kind: safeIdOf(call, kind) }),
    ...(onBehalfOf && { onBehalfOf: safeIdOf(call, onBehalfOf) }),
  }
}

/** Returns an id of a call as a record may hold it. */
export function safeIdOf({ redactors, scope }: Call, id: string): string {
  return safeId(id, redactors.transcript, scope.known)
}
