// Child spans and logs, also from code deep inside a tool: npx jiti examples/observe.ts
import { createRuntime, createTool, observe } from 'toolspan'
import { startTelemetry } from 'toolspan/exporters'
import { z } from 'zod'

const planTrip = createTool({
  id: 'plan-trip',
  description: 'Estimates how long a trip with several stops takes',
  inputSchema: z.object({ stops: z.array(z.object({ name: z.string(), km: z.number().positive() })).min(1) }),
  execute: async ({ stops }, context) => {
    // The helper of the call, as its second argument gives it.
    const legs = await context.observe.span('estimate legs', span => {
      span.setAttribute('legs', stops.length)
      return Promise.all(stops.map(({ name, km }) => hoursTo(name, km)))
    })
    return { hours: legs.reduce((sum, hours) => sum + hours, 0) }
  },
})

/** Knows nothing of tools: the ambient helper finds the running call, and does nothing outside of one. */
async function hoursTo(name: string, km: number): Promise<number> {
  return observe.span(`leg to ${name}`, () => {
    if (km > 500) observe.log('warn', `${name} is far away`, { km })
    return km / 80
  })
}

const telemetry = await startTelemetry({ serviceName: 'observe-example', local: true })
const runtime = createRuntime({ tools: [planTrip], logs: { logger: false } })
const result = await runtime.call('plan-trip', {
  stops: [
    { name: 'Oslo', km: 120 },
    { name: 'Bergen', km: 560 },
  ],
})
await telemetry.shutdown()

console.log(result.outcome === 'ok' ? result.output : result.error)
console.log(`npx toolspan trace ${result.traceId}`)
