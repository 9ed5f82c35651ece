import { ATTR } from '../observe/names.js'
import { quietly } from '../observe/quietly.js'
import type { Call } from './call-state.js'

/** Counts an execution that settled after its call had ended. It changes nothing else. */
export function countLate({ executed, kernel, instruments, toolName }: Call): void {
  if (!executed || kernel.metrics !== 'all') return
  quietly(() => instruments.toolLate.add(1, { [ATTR.toolName]: kernel.toolNames(toolName) }))
}
