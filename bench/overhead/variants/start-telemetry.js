import { startTelemetry } from 'toolspan/exporters'
import { startCollector } from '../collect.js'
import { tool } from '../tool.js'
import { input } from '../work.js'

await startTelemetry({ serviceName: 'overhead', otlp: { endpoint: await startCollector() } })
export const call = () => tool.execute(input)
