import type { Binding } from '../../runtime/binding.js'
import type { ScopeDefaults } from '../../runtime/call-request.js'
import type { Kernel } from '../../runtime/kernel.js'
import type { ToolResult } from '../../runtime/result.js'
import { RecentMap } from './recent-map.js'

/** What is remembered of a call, so that the model sees it again on a later turn. Raw values. */
export interface RememberedCall {
  toolName: string
  /** The input as the model wrote it. */
  input: unknown
  /** The ticket that the call waits with, or waited with. */
  ticket?: string
  /** How the call ended, once it has. */
  ended?:
    | { outcome: 'ok'; output: unknown; modelOutput: unknown }
    | { outcome: Exclude<ToolResult['outcome'], 'ok'>; message: string }
}

/**
 * Where calls are remembered between the turns of a conversation. Values are raw: a store of your own keeps them as safe
 * as the conversation itself. Keys name tenant, conversation and call.
 */
export interface CallMemory {
  get(key: string): RememberedCall | undefined | PromiseLike<RememberedCall | undefined>
  set(key: string, call: RememberedCall): unknown
}

const memories = new WeakMap<Kernel, CallMemory>()

/** What one scope remembers of its calls; nobody else's are found, whatever id a client names. */
export class CallHistory {
  readonly #memory: CallMemory
  readonly #scope: readonly (string | null)[]

  constructor({ kernel, defaults }: Binding, memory: CallMemory = memoryOf(kernel)) {
    this.#memory = memory
    this.#scope = scopeOf(defaults)
  }

  async find(toolName: string, toolCallId: string): Promise<RememberedCall | undefined> {
    const call = await this.#memory.get(this.keyOf(toolCallId))
    return call?.toolName === toolName ? call : undefined
  }

  /** Keeps a call. A memory that fails loses it, and nothing else. */
  async keep(toolCallId: string, call: RememberedCall): Promise<void> {
    try {
      await this.#memory.set(this.keyOf(toolCallId), call)
    } catch {
      // The model is told that the values are not there any more.
    }
  }

  /** The key of a call: its own scope's alone. */
  keyOf(toolCallId: string): string {
    return JSON.stringify([...this.#scope, toolCallId])
  }
}

function scopeOf({ tenant, conversationId }: ScopeDefaults): readonly (string | null)[] {
  return [tenant ?? null, conversationId ?? null]
}

/** All tools of one runtime share a memory, of this process alone, as they may be made anew for each request. */
function memoryOf(kernel: Kernel): CallMemory {
  const known = memories.get(kernel) ?? new RecentMap<string, RememberedCall>()
  memories.set(kernel, known)
  return known
}
