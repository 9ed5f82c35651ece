import type { Binding } from '../../runtime/binding.js'
import type { ToolResult } from '../../runtime/result.js'
import type { Runtime } from '../../runtime/runtime.js'
import type { CallHistory } from './call-history.js'
import type { HeldCalls } from './held-calls.js'
import type { AiVersion } from './model-output.js'

/** What the tools of one `aiTools` share. */
export interface AiDoor {
  readonly runtime: Runtime
  readonly binding: Binding
  readonly held: HeldCalls
  readonly history: CallHistory
  /** How the most recent calls ended, by their ids. */
  readonly results: Map<string, ToolResult>
  /** The SDK that was last seen at work. */
  version: AiVersion
}
