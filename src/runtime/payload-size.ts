import type { CapturedContent } from '../observe/capture.js'
import { ATTR } from '../observe/names.js'
import { quietly } from '../observe/quietly.js'
import type { Call } from './call-state.js'

/**
 * Records how large a payload was that was serialised for the span. One that was dropped in part counts with what was
 * serialised of it, which lies past the last bucket, so that the buckets tell of every payload.
 */
export function recordPayloadSize(
  { kernel, instruments, toolName }: Call,
  direction: 'input' | 'output',
  { bytes }: CapturedContent,
): void {
  if (kernel.metrics !== 'all') return
  const attributes = { [ATTR.toolName]: kernel.toolNames(toolName), [ATTR.payloadDirection]: direction }
  quietly(() => instruments.payloadSize.record(bytes, attributes))
}
