import type { StoredCall } from '../../../src/runtime/call-store.js'

export function recordAfter(step: number, id: string): StoredCall | undefined
