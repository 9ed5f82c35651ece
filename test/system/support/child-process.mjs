// Calls a tool in the trace that the environment names, as a worker that another process started would.
import { context, propagation } from '@opentelemetry/api'
import { startTelemetry } from '../../../dist/exporters/index.js'
import { createRuntime, createTool } from '../../../dist/index.js'

const telemetry = await startTelemetry({ serviceName: 'worker' })
const resize = createTool({
  id: 'resize-image',
  description: 'Resizes an image',
  execute: (_, { observe }) => observe.span('read pixels', () => 'resized'),
})
const parent = propagation.extract(context.active(), { traceparent: process.env.TRACEPARENT })
const result = await createRuntime({ tools: [resize] }).call('resize-image', {}, { parent })
const { problems } = await telemetry.shutdown()
process.stdout.write(JSON.stringify({ traceId: result.traceId, problems }))
