import { NodeSDK } from '@opentelemetry/sdk-node'
import { startCollector } from '../collect.js'
import { observedByHand } from '../idiomatic.js'
import { input, validated } from '../work.js'

process.env.OTEL_EXPORTER_OTLP_ENDPOINT = await startCollector()
process.env.OTEL_LOGS_EXPORTER = 'none'
new NodeSDK({ serviceName: 'overhead', autoDetectResources: false }).start()
const observed = observedByHand(validated)
export const call = () => observed(input)
