import type { Command } from 'commander'
import type { ReadTranscriptOptions } from '../../audit/read-transcript.js'
import { parseSince } from '../parse-since.js'

/** Options that say which records are meant. */
export interface RecordFlags {
  call?: string
  trace?: string
  tool?: string
  session?: string
  subject?: string
  since?: Date
  dir?: string
}

/** Adds the options that say which records are meant. */
export function addRecordOptions(command: Command): Command {
  return command
    .option('--call <id>', 'of this call')
    .option('--trace <id>', 'of this trace, or of the one that begins so')
    .option('--tool <name>', 'of this tool')
    .option('--session <id>', 'of this session')
    .option('--subject <id>', 'about this person or thing')
    .option('--since <time>', 'from then on, as 1h or 2025-01-31T09:00', text => parseSince(text))
    .option('--dir <folder>', 'the transcript or local store; else TOOLSPAN_DIR, else .toolspan')
}

/** Returns how records are read that the options mean. */
export function filterFrom({
  call,
  trace,
  tool,
  session,
  subject,
  since,
}: RecordFlags): ReadTranscriptOptions {
  return { callId: call, traceId: trace?.toLowerCase(), tool, session, subject, since }
}
