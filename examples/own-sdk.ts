// toolspan in an application that sets up OpenTelemetry itself: npx jiti examples/own-sdk.ts
// Nothing is configured in toolspan: it uses the providers that the application registers.
import { NodeSDK } from '@opentelemetry/sdk-node'
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace'
import { createRedactor, createRuntime, createTool } from 'toolspan'
import { createConsoleExporter, redactSpans } from 'toolspan/exporters'
import { z } from 'zod'

// Any exporter will do, such as OTLPTraceExporter; redactSpans puts the spans of other libraries through the redactor too.
const exporter = redactSpans(createConsoleExporter({ stream: process.stdout }), createRedactor())
const sdk = new NodeSDK({
  serviceName: 'my-agent',
  spanProcessors: [new BatchSpanProcessor({ exporter })],
  // Left out, these send metrics and logs to a collector on localhost.
  metricReaders: [],
  logRecordProcessors: [],
})
sdk.start()

const convert = createTool({
  id: 'convert-temperature',
  description: 'Converts degrees Celsius to degrees Fahrenheit',
  inputSchema: z.object({ celsius: z.number() }),
  execute: ({ celsius }, { observe }) =>
    observe.span('compute', () => ({ fahrenheit: (celsius * 9) / 5 + 32 })),
})

const result = await createRuntime({ tools: [convert] }).call('convert-temperature', { celsius: 21 })
console.log(result.outcome, result.outcome === 'ok' ? result.output : result.error)
await sdk.shutdown()
