// What a careful author writes by hand around a tool: a span with the conventions' attributes, and a histogram.

import { randomUUID } from 'node:crypto'
import { metrics, SpanStatusCode, trace } from '@opentelemetry/api'

/** Returns a function that runs `work` in a span and measures it. */
export function observedByHand(work) {
  const tracer = trace.getTracer('by-hand')
  const duration = metrics.getMeter('by-hand').createHistogram('gen_ai.execute_tool.duration', { unit: 's' })
  return input => {
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'weather-tool',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.description': 'Fetches weather for a location',
      'gen_ai.tool.call.id': `call_${randomUUID()}`,
    }
    return tracer.startActiveSpan('execute_tool weather-tool', { attributes }, async span => {
      const startedAt = performance.now()
      let outcome = 'ok'
      try {
        return await work(input, tracer)
      } catch (error) {
        outcome = 'error'
        span.recordException(error)
        span.setStatus({ code: SpanStatusCode.ERROR, message: error.message })
        throw error
      } finally {
        span.setAttribute('outcome', outcome)
        span.end()
        duration.record((performance.now() - startedAt) / 1000, {
          'gen_ai.tool.name': 'weather-tool',
          'gen_ai.tool.type': 'function',
          outcome,
        })
      }
    })
  }
}
