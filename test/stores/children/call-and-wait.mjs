// Suspends a call in a store on disk, tells its ticket, and waits to be killed; or resumes one and tells what came of it.
import { AlwaysOnSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import { createRuntime, createTool } from 'toolspan'
import { fileStore } from 'toolspan/files'

const [dir, ticket] = process.argv.slice(2)
const links = []
const linked = {
  onStart: span => links.push(...span.links.map(({ context }) => context.spanId)),
  onEnd() {},
  forceFlush: async () => {},
  shutdown: async () => {},
}
const tracerProvider = new TracerProvider({ sampler: new AlwaysOnSampler(), spanProcessors: [linked] })
const book = createTool({
  id: 'book',
  description: 'Books',
  execute: ({ from }, { suspend, resumeData, suspendPayload }) =>
    resumeData ? { from, ...suspendPayload, ...resumeData } : suspend({ asked: new Date(0) }),
})
const runtime = createRuntime({ tools: [book], tracerProvider, tickets: fileStore({ dir }) })
const running = ticket
  ? runtime.resume(ticket, { nights: 2 })
  : runtime.call('book', { from: new Date(86_400_000) })
const result = await running.catch(error => ({ outcome: error.message }))
const { outcome, output, traceId, spanId } = result
process.stdout.write(
  `${JSON.stringify({ outcome, output, traceId, spanId, links, ticket: result.ticket })}\n`,
)
if (!ticket) setInterval(() => {}, 1_000)
