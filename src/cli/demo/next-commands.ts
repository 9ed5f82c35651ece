import { relative } from 'node:path'
import { shortIds } from '../short-ids.js'
import type { DemoRecording } from './record-demo.js'

/** A command to try, and what it is good for. */
export interface NextCommand {
  command: string
  purpose: string
}

/** Lists commands that work on what the demo left. */
export function nextCommands({ calls, module }: DemoRecording, cwd: string): NextCommand[] {
  const short = shortIds(calls.map(({ traceId }) => traceId))
  const failed = calls.find(({ tool, outcome }) => tool === 'lookup-customer' && outcome === 'error')
  return [
    { command: 'npx toolspan traces', purpose: 'every call above' },
    { command: 'npx toolspan traces --outcome error', purpose: 'those that threw' },
    ...(failed
      ? [
          {
            command: `npx toolspan trace ${short(failed.traceId)}`,
            purpose: 'the failed lookup, redacted',
          },
        ]
      : []),
    { command: `npx toolspan list ${relative(cwd, module)}`, purpose: 'the tools that ran' },
  ]
}
