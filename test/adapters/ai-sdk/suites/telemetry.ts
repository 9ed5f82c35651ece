import { trace } from '@opentelemetry/api'
import { createRuntime, createTool } from 'toolspan'
import { aiTools } from 'toolspan/ai-sdk'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createMemoryLogger } from '../../../../src/testing/memory-logger.js'
import { registerGlobalTelemetry, unregisterGlobalTelemetry } from '../../../conformance/global-telemetry.js'
import { type Sdk, scripted } from '../support/sdk.js'

const weather = createTool({
  id: 'weather',
  description: 'Weather in a city',
  inputSchema: z.object({ city: z.string() }),
  execute: ({ city }, { observe }) => observe.span('look up', () => ({ city, degrees: 21 })),
})

/** The SDK's own telemetry, on. */
async function telemetryOf({ version }: Sdk): Promise<object> {
  if (version === 6) return { experimental_telemetry: { isEnabled: true } }
  const { OpenTelemetry } = await import('@ai-sdk/otel')
  return { telemetry: { integrations: [new OpenTelemetry()] } }
}

type Ways = 'generateText' | 'streamText'

export function telemetrySuite(load: () => Promise<Sdk>): void {
  describe("the SDK's own telemetry", () => {
    afterEach(unregisterGlobalTelemetry)

    async function run(way: Ways, own: boolean, requireApproval?: () => boolean) {
      const sdk = await load()
      const { spans } = registerGlobalTelemetry()
      const logger = createMemoryLogger()
      const runtime = createRuntime({ tools: [weather], logger, ...(requireApproval && { requireApproval }) })
      const { model } = scripted(sdk, [
        [
          { id: 'call-1', tool: 'weather', input: { city: 'Lyon' } },
          { id: 'call-2', tool: 'weather', input: { city: 7 } },
        ],
        'Warm.',
      ])
      const options = {
        model,
        tools: aiTools(runtime).tools,
        prompt: 'Go',
        stopWhen: sdk.ai.stepCountIs(2),
        ...(own && (await telemetryOf(sdk))),
      }
      await trace.getTracer('app').startActiveSpan('POST /chat', async request => {
        if (way === 'generateText') await sdk.ai.generateText(options)
        else await sdk.ai.streamText(options).consumeStream()
        request.end()
      })
      return spans()
    }

    for (const way of ['generateText', 'streamText'] as const) {
      for (const own of [false, true]) {
        for (const held of [false, true]) {
          const name = `${way}: one execute_tool span a call, telemetry ${own ? 'on' : 'off'}${held ? ', with an approval policy' : ''}`
          test(name, async () => {
            const spans = await run(way, own, held ? () => false : undefined)
            const tools = spans.filter(
              span =>
                span.name.startsWith('execute_tool') ||
                span.attributes['gen_ai.operation.name'] === 'execute_tool',
            )
            expect(
              tools.map(span => `${span.attributes['gen_ai.tool.call.id']} ${span.name}`).sort(),
            ).toEqual(['call-1 execute_tool weather', 'call-2 execute_tool weather'])
            expect(tools.map(span => span.attributes['toolspan.outcome']).sort()).toEqual([
              'input_invalid',
              'ok',
            ])
            // All of it is one trace, the tool's own spans under its call.
            expect(new Set(spans.map(span => span.traceId)).size).toBe(1)
            const call = tools.find(span => span.attributes['toolspan.outcome'] === 'ok')
            expect(spans.find(span => span.name === 'look up')?.parentSpanId).toBe(call?.spanId)
            expect(
              spans.some(span => span.name === 'ai.toolCall' || span.name === 'ai.toolCall weather'),
            ).toBe(own)
          })
        }
      }
    }

    test('stands around the calls: where none waits, a call is inside of what the SDK has open', async () => {
      const spans = await run('generateText', true)
      const call = spans.find(span => span.attributes['toolspan.outcome'] === 'ok')
      const outer = spans.find(span => span.spanId === call?.parentSpanId)
      expect(outer?.name).toMatch(/^ai\.toolCall/)
    })
  })
}
