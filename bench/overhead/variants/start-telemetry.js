import { createServer } from 'node:http'
import { createRuntime } from 'toolspan'
import { startTelemetry } from 'toolspan/exporters'
import { tool } from '../tool.js'
import { input } from '../work.js'

// A collector that takes everything, in this process: what it costs to export is part of what startTelemetry costs.
const collector = createServer((request, response) => request.resume().on('end', () => response.end('{}')))
await new Promise(resolve => collector.listen(0, '127.0.0.1', resolve))
const endpoint = `http://127.0.0.1:${collector.address().port}`
await startTelemetry({ serviceName: 'overhead', otlp: { endpoint } })
const runtime = createRuntime({ tools: [tool] })
export const call = () => runtime.call(tool, input)
