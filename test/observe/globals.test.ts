import { spawnSync } from 'node:child_process'
import { metrics, trace } from '@opentelemetry/api'
import { createTool } from 'toolspan'
import { afterAll, describe, expect, test } from 'vitest'
import { createMemoryTelemetry } from '../../src/testing/memory-telemetry.js'

const GLOBAL = Symbol.for('opentelemetry.js.api.1')

// The only file in which nothing else may touch the OpenTelemetry API before these tests.
describe('importing toolspan and making a tool and a runtime', () => {
  test('leaves the OpenTelemetry globals alone', async () => {
    const { createRuntime } = await import('toolspan')
    const tool = createTool({ id: 'early', description: 'Early', execute: async () => 1 })
    createRuntime({ tools: [tool] }).scope({ tenant: 'acme' })
    expect((globalThis as Record<symbol, unknown>)[GLOBAL]).toBeUndefined()
  })

  test('leaves them alone when the tool runs, too', async () => {
    const tool = createTool({ id: 'early', description: 'Early', execute: async () => 1 })
    expect(await tool.execute({})).toBe(1)
    expect((globalThis as Record<symbol, unknown>)[GLOBAL]).toBeUndefined()
  })

  test('prints nothing and lets the process end', () => {
    const program = `
      import { createTool, createRuntime } from './src/index.ts'
      const tool = createTool({ id: 'a', description: 'A', timeoutMs: 60000, execute: async () => 1 })
      const elsewhere = createTool({ id: 'b', description: 'B' })
      const runtime = createRuntime({ tools: [tool, elsewhere] })
      runtime.events()
      await runtime.call('a', {})
      await runtime.call('b', {})
      process.stdout.write(String(globalThis[Symbol.for('opentelemetry.js.api.1')]))
    `
    const args = [
      '--import',
      new URL('./support/typescript.mjs', import.meta.url).href,
      '--input-type=module',
      '-e',
      program,
    ]
    const ran = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 15_000 })
    expect(ran).toMatchObject({ status: 0, stdout: 'undefined', stderr: '' })
  })
})

describe('an SDK that starts after the tool was made', () => {
  const tool = createTool({ id: 'late', description: 'Late', execute: async () => 1 })

  afterAll(() => {
    trace.disable()
    metrics.disable()
  })

  test('gets the span and the metrics of the next call', async () => {
    await tool.execute({})
    const telemetry = createMemoryTelemetry()
    trace.setGlobalTracerProvider(telemetry.tracerProvider)
    metrics.setGlobalMeterProvider(telemetry.meterProvider)
    await tool.execute({})
    expect(telemetry.spans().map(span => span.name)).toEqual(['execute_tool late'])
    const points = (await telemetry.metrics()).get('gen_ai.execute_tool.duration')
    expect(points?.map(point => point.count)).toEqual([1])
  })
})
