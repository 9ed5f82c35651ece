/**
 * What is measured: how many calls make one sample, and what the variant does. Where spans are recorded, the event loop
 * turns every `turn` calls, so that no queue of spans overflows; what happens in a turn counts only for what is `sending`.
 */
export const VARIANTS = {
  validation: { calls: 40_000, does: 'Zod in and out, nothing else (the floor)' },
  'untraced-execute': { calls: 40_000, does: '`tool.execute`, no SDK' },
  'untraced-call': { calls: 40_000, does: '`runtime.call`, no SDK' },
  idiomatic: {
    calls: 10_000,
    turn: 1_000,
    does: 'validation, a hand-written span with six attributes and a histogram',
  },
  'unsampled-call': { calls: 10_000, turn: 1_000, does: "`runtime.call`, a user's SDK, sampler always off" },
  'recording-execute': { calls: 10_000, turn: 1_000, does: "`tool.execute`, a user's SDK" },
  'recording-call': { calls: 10_000, turn: 1_000, does: "`runtime.call`, a user's SDK" },
  'start-telemetry': { calls: 10_000, turn: 1_000, does: '`tool.execute`, `startTelemetry()`' },
  'idiomatic-sent': {
    calls: 5_000,
    turn: 1_000,
    sending: true,
    does: 'idiomatic with the defaults of `NodeSDK`, and what it costs to write and send the spans',
  },
  'start-telemetry-sent': {
    variant: 'start-telemetry',
    calls: 5_000,
    turn: 1_000,
    sending: true,
    does: '`tool.execute`, `startTelemetry()`, and what it costs to redact, write and send the spans',
  },
  'idiomatic-content': {
    calls: 5_000,
    turn: 1_000,
    does: 'hand-written span, child span, JSON of 1 KB in and 1 KB out',
  },
  'capture-transcript': {
    calls: 5_000,
    turn: 1_000,
    does: 'the same with content captured and redacted, and a transcript',
  },
  'output-5mb': { calls: 100, does: '`runtime.call` of a 5 MB output with content captured' },
}

/** The first column of the project's budgets. Ratios are taken inside a round; a limit without `over` is in milliseconds. */
export const BUDGETS = [
  {
    text: 'no SDK, direct execute, over validation alone',
    of: 'untraced-execute',
    over: 'validation',
    limit: 2,
  },
  {
    text: "recording through a user's SDK, over idiomatic",
    of: 'recording-execute',
    over: 'idiomatic',
    limit: 1.5,
  },
  {
    text: 'recording through startTelemetry(), over idiomatic',
    of: 'start-telemetry',
    over: 'idiomatic',
    limit: 1.5,
  },
  {
    text: 'capture, redaction and transcript at 1 KB, over idiomatic + child + JSON',
    of: 'capture-transcript',
    over: 'idiomatic-content',
    limit: 3,
  },
  { text: 'traced cost of a 5 MB output', of: 'output-5mb', limit: 1 },
]
