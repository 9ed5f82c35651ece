import type { CallStore } from '../runtime/call-store.js'
import { createRuntime, type Runtime } from '../runtime/runtime.js'
import type { LoadedTool } from './collect-tools.js'

/** Returns the runtimes of loaded tools: those they were exported in, and one of ours for the others. */
export function runtimesOf(loaded: Iterable<LoadedTool>, tickets: CallStore): Runtime[] {
  const tools = [...loaded]
  const theirs = new Set(tools.flatMap(({ runtime }) => runtime ?? []))
  const others = tools.filter(({ runtime }) => !runtime).map(({ tool }) => tool)
  // Its calls wait in the store in files, where other commands can go on with them.
  const ours = createRuntime({ tools: others, tickets }) as unknown as Runtime
  return others.length > 0 ? [...theirs, ours] : [...theirs]
}
