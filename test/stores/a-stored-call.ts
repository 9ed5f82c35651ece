import { randomUUID } from 'node:crypto'
import type { StoredCall } from '../../src/runtime/call-store.js'

/** Makes the record of a call that waits for approval. */
export function aStoredCall(part: Partial<StoredCall> = {}): StoredCall {
  return {
    id: `ticket_${randomUUID()}`,
    kind: 'approval',
    state: 'waiting',
    revision: 1,
    toolName: 'transfer',
    toolCallId: `call_${randomUUID()}`,
    createdAt: 1_750_000_000_000,
    updatedAt: 1_750_000_000_000,
    expiresAt: 1_750_086_400_000,
    schemaDigest: 'sha256:aa',
    inputDigest: 'sha256:bb',
    shown: { amount: 12, to: 'Ada' },
    facts: { tenant: 'acme', subject: 'customer-7', traceId: '0af7651916cd43dd8448eb211c80319c' },
    values: { input: { amount: 12, to: 'Ada' } },
    ...part,
  }
}

/** Returns a record as its next revision. */
export function nextOf(stored: StoredCall, part: Partial<StoredCall> = {}): StoredCall {
  return { ...stored, revision: stored.revision + 1, updatedAt: stored.updatedAt + 1, ...part }
}
