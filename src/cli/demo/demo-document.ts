import { longestStory } from './longest-story.js'
import { nextCommands } from './next-commands.js'
import type { DemoRecording } from './record-demo.js'

/** Returns all that the demo shows as one document for a machine. */
export function demoDocument(recording: DemoRecording, cwd: string) {
  const { calls, views, latencies, files, secrets, verification } = recording
  const { traceId, spans, logs } = longestStory(calls) ?? {}
  return {
    calls: calls.map(({ spans, logs, ...call }) => ({ ...call, spans: spans.length, logs: logs.length })),
    trace: { traceId, spans, logs },
    views,
    latencies,
    files,
    secrets,
    verification,
    next: nextCommands(recording, cwd).map(({ command }) => command),
  }
}
