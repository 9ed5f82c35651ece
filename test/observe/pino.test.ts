import { Writable } from 'node:stream'
import { pino } from 'pino'
import { createTool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'

function collecting() {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { lines, stream }
}

const tool = createTool({
  id: 'weather',
  description: 'Weather',
  execute: async (_input, { observe }) => {
    observe.log('debug', 'asking', { station: 'LYS' })
    observe.log('warn', 'slow station', { password: 'hunter2' })
    return 21
  },
})

describe('a pino logger', () => {
  test('gets one structured line for each record, with the ids of the call', async () => {
    const { lines, stream } = collecting()
    const t = createTestRuntime({ tools: [tool], logger: pino({ level: 'trace' }, stream) })
    await t.call('weather', {}, { toolCallId: 'call_1' })
    const { traceId, spanId } = t.span('execute_tool weather')
    expect(lines).toMatchObject([
      {
        level: 20,
        msg: 'asking',
        trace_id: traceId,
        span_id: spanId,
        'gen_ai.tool.name': 'weather',
        data: { station: 'LYS' },
      },
      {
        level: 40,
        msg: 'slow station',
        'gen_ai.tool.call.id': 'call_1',
        data: { password: expect.stringContaining('REDACTED') },
      },
      { level: 20, msg: 'weather ended ok', data: { 'toolspan.outcome': 'ok' } },
    ])
  })

  test('is not bothered with what its level leaves out', async () => {
    const { lines, stream } = collecting()
    const t = createTestRuntime({ tools: [tool], logger: pino({ level: 'warn' }, stream) })
    await t.call('weather', {})
    expect(lines.map(line => line['msg'])).toEqual(['slow station'])
    expect(t.logs().map(log => log.body)).toEqual(['asking', 'slow station'])
  })
})
