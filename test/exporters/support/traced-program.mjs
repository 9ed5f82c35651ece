// A program in a process of its own: starts telemetry, makes one span, one log record and one measurement, and ends in
// the way that its first argument names. Its last line on standard output is the report of the shutdown, if any.
import { metrics, trace } from '@opentelemetry/api'
import { createJiti } from 'jiti'

const { startTelemetry } = await createJiti(import.meta.url).import(
  '../../../src/exporters/start-telemetry.ts',
)
const { logs } = await createJiti(import.meta.url).import('./logs-api.ts')
const { plainRedactor } = await createJiti(import.meta.url).import('./plain-redactor.ts')

process.on('unhandledRejection', error => {
  console.error('unhandled rejection', error)
  process.exit(99)
})

const [ending = 'shutdown'] = process.argv.slice(2)
const telemetry = await startTelemetry({
  serviceName: 'traced-program',
  redactor: plainRedactor,
  handleSignals: ending === 'signal',
})

trace.getTracer('program').startActiveSpan('parent', parent => {
  trace.getTracer('program').startActiveSpan('child', child => {
    logs.getLogger('program').emit({ severityNumber: 9, severityText: 'INFO', body: 'hello from the child' })
    child.end()
  })
  parent.end()
})
metrics.getMeter('program').createCounter('program.runs').add(1)

if (ending === 'shutdown') {
  process.exitCode = 7
  console.log(JSON.stringify(await telemetry.shutdown()))
}
if (ending === 'signal') {
  setInterval(() => {}, 1000)
  process.kill(process.pid, 'SIGTERM')
}
