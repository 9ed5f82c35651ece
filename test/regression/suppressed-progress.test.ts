import { createTool, type Tool, type ToolTransform } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'

function open(transform?: ToolTransform) {
  const tool: Tool<'import'> = createTool({
    id: 'import',
    description: 'Import',
    transform,
    async *execute(_input, { writer }) {
      yield 'raw row 1'
      await writer.write('raw row 2')
      return 'raw done'
    },
  })
  return createTestRuntime({ tools: [tool] })
}

const shown = (t: ReturnType<typeof open>) =>
  t.events().map(({ type, payload }) => [type, payload['output'] ?? payload['result'] ?? payload['args']])

// https://github.com/mastra-ai/mastra/issues/16054
describe('streamed output', () => {
  test('is suppressed where a configured target leaves its phase out', async () => {
    const t = open({ display: { input: () => 'in', output: () => 'out' } })
    await t.call('import', {})
    expect(shown(t)).toEqual([
      ['tool-call', 'in'],
      ['tool-result', 'out'],
    ])
  })

  test.each<[how: string, progress: () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('raw row')
      },
    ],
    ['rejects', () => Promise.reject(new Error('raw row'))],
    ['answers undefined', () => undefined],
  ])('is suppressed where its transform %s, and counted', async (_how, progress) => {
    const t = open({ display: { input: () => 'in', output: () => 'out', progress } })
    await t.call('import', {})
    expect(shown(t).map(([type]) => type)).toEqual(['tool-call', 'tool-result'])
    expect(JSON.stringify([t.events(), t.lines()])).not.toContain('raw')
    const failed = (await t.metric('toolspan.transform.duration')).filter(
      point => point.attributes['error.type'],
    )
    expect(failed.map(({ attributes, count }) => [attributes['toolspan.transform.phase'], count])).toEqual([
      ['progress', 2],
    ])
  })

  test('is shown through its transform, each piece once', async () => {
    const progress = (context: { progress?: unknown }) => `safe ${String(context.progress).slice(4)}`
    const t = open({ display: { input: () => 'in', output: () => 'out', progress } })
    await t.call('import', {})
    expect(shown(t)).toEqual([
      ['tool-call', 'in'],
      ['tool-output', 'safe row 1'],
      ['tool-output', 'safe row 2'],
      ['tool-result', 'out'],
    ])
  })
})
