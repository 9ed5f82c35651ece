import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createRuntime } from 'toolspan'
import { startTelemetry } from 'toolspan/exporters'
import { tool } from '../tool.js'
import { input } from '../work.js'

// Serialising and sending are part of what startTelemetry costs; what the collector does is not.
const collector = fork(new URL('../collector.js', import.meta.url), { stdio: 'ignore' })
const [port] = await once(collector, 'message')
await startTelemetry({ serviceName: 'overhead', otlp: { endpoint: `http://127.0.0.1:${port}` } })
const runtime = createRuntime({ tools: [tool] })
export const call = () => runtime.call(tool, input)
