import { createRedactor, createTool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Call } from '../../src/runtime/call-state.js'
import { definitionOf } from '../../src/runtime/create-tool.js'
import { createKernel } from '../../src/runtime/kernel.js'
import { show } from '../../src/runtime/show.js'

const token = 'ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'
const filler = 'some ordinary words, and more of them; '.repeat(12)
const transform = {
  display: { inputDelta: ({ inputTextDelta }: { inputTextDelta?: string }) => inputTextDelta },
}

async function shownOf(pieces: string[], more: object = {}, kernel = createKernel()): Promise<string> {
  const tool = createTool({ id: 'says', description: 'Says', execute: async () => 'ok', ...more } as never)
  const request = { kernel, tool: definitionOf(tool), toolName: 'says', input: {}, options: {}, defaults: {} }
  const call = new Call({ ...request, hasResult: true })
  let shown = ''
  for (const piece of pieces) {
    const one = await show(call, 'display', 'inputDelta', piece)
    if ('payload' in one) shown += one.payload
  }
  return shown
}

describe('streamed input', () => {
  const text = `{"note":"${filler}","key":"${token}","password":"correct horse","last":"${filler}"}`

  test('is not shown without a transform of deltas', async () => {
    expect(await shownOf([text])).toBe('')
    expect(await shownOf([text], { transform: { display: { output: () => 1 } } })).toBe('')
  })

  test('shows nothing of a secret, however it is cut', async () => {
    for (let size = 1; size < 80; size += 13) {
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
      const shown = await shownOf(pieces, { transform })
      expect(shown).toContain('some ordinary words')
      expect(shown).not.toMatch(/ghp_|A1b2|correct|horse/)
    }
  })

  test('is not shown at all where its tool declares what is sensitive, or the redactor is strict', async () => {
    const inputSchema = z.object({ note: z.string().meta({ sensitive: true }) })
    expect(await shownOf([text, text], { transform, inputSchema })).toBe('')
    const strict = createKernel({ redactor: createRedactor({ strict: true }) })
    expect(await shownOf([text, text], { transform }, strict)).toBe('')
  })
})

describe('streamed input of an open call', () => {
  const inputDelta = transform.display.inputDelta

  async function deltasOf(
    pieces: string[],
    delta: (context: { inputTextDelta?: string }) => unknown,
    more: object = {},
  ) {
    const display = { inputDelta: delta, input: () => 'whole', output: () => 'done' }
    const says = createTool({
      id: 'says',
      description: 'Says',
      execute: async () => 'ok',
      transform: { display },
      ...more,
    } as never)
    const t = createTestRuntime({ tools: [says] })
    const call = t.runtime.open({ toolName: 'says' })
    for (const piece of pieces) call.delta(piece)
    call.end()
    for (let i = 0; i < 4; i += 1) await t.clock.advance(1_000)
    const shown: unknown[] = []
    const types: string[] = []
    for await (const { type, payload } of call.events) {
      types.push(type)
      if (type === 'tool-call-delta') shown.push(payload['argsTextDelta'])
    }
    return { shown, types, t, result: await call.result }
  }

  test('is shown to its end once it is complete, as redacting the whole shows it', async () => {
    const text = JSON.stringify({ note: 'short', password: 'correct horse', key: token })
    const { shown, types } = await deltasOf(text.match(/.{1,7}/g) ?? [], inputDelta)
    expect(shown.join('')).toBe(createRedactor().redactText(text))
    expect(types).toEqual([
      'tool-call-input-streaming-start',
      'tool-call-delta',
      'tool-call-input-streaming-end',
      'tool-call',
      'tool-result',
    ])
  })

  test('is not shown to its end where it turns out to be no JSON', async () => {
    const { shown, types } = await deltasOf(['{"value":"correct horse","name":"pass', 'word"'], inputDelta)
    expect(shown).toEqual([])
    expect(types.at(-1)).toBe('tool-error')
  })

  test('is not shown past a piece that its transform left out', async () => {
    const pieces = [`{"note":"${filler}","pass`, 'word', `":"correct horse","more":"${filler}`, '"}']
    for (const left of [undefined, '', { not: 'text' }]) {
      const { shown } = await deltasOf(pieces, ({ inputTextDelta }) =>
        inputTextDelta === 'word' ? left : inputTextDelta,
      )
      expect(shown.join('')).not.toMatch(/correct|horse/)
    }
  })

  test('may be shown as a count, by a tool that declares what is sensitive too', async () => {
    const inputSchema = z.object({ note: z.string().meta({ sensitive: true }) })
    const { shown } = await deltasOf(
      ['{"note":', '"x"}'],
      ({ inputTextDelta = '' }) => ({ received: inputTextDelta.length }),
      { inputSchema },
    )
    expect(shown).toEqual([{ received: 8 }, { received: 4 }])
  })

  test('keeps its events waiting for a transform that hangs once, not at each piece', async () => {
    let runs = 0
    const pieces = JSON.stringify({ note: filler }).match(/.{1,3}/g) ?? []
    const { shown, types, result } = await deltasOf(pieces, () => {
      runs += 1
      return new Promise(() => {})
    })
    expect(result.outcome).toBe('ok')
    expect(shown).toEqual([])
    expect(types.at(-1)).toBe('tool-result')
    expect(runs).toBe(1)
  })
})

describe('progress', () => {
  async function progressOf(written: unknown[]): Promise<unknown[]> {
    const says = createTool({
      id: 'says',
      description: 'Says',
      execute: async (_input, { writer }) => {
        for (const each of written) await writer.write(each)
      },
    })
    const runtime = createTestRuntime({ tools: [says] })
    await runtime.call('says', {})
    await new Promise(resolve => setTimeout(resolve, 5))
    const outputs = runtime.events().filter(({ type }) => type === 'tool-output')
    return outputs.map(({ payload }) => payload['output'])
  }

  test('is shown piece by piece as it was written', async () => {
    const pieces = ['step 1 done', ' and', { rows: 3 }, 'step 2', 5]
    expect(await progressOf(pieces)).toEqual(pieces)
  })

  test('keeps the result waiting for a transform that hangs once, not at each piece', async () => {
    let runs = 0
    const progress = () => {
      runs += 1
      return new Promise(() => {})
    }
    const says = createTool({
      id: 'says',
      description: 'Says',
      transform: { display: { progress, output: () => 'done' } },
      async *execute() {
        for (let i = 0; i < 50; i += 1) yield i
      },
    })
    const t = createTestRuntime({ tools: [says] })
    const running = t.call('says', {})
    for (let i = 0; i < 3; i += 1) await t.clock.advance(1_000)
    expect((await running).outcome).toBe('ok')
    expect(t.events().map(({ type }) => type)).toEqual(['tool-call', 'tool-result'])
    expect(runs).toBe(1)
  })

  test('hides what goes on of a secret that the piece before began', async () => {
    const [first, second] = await progressOf([`uses ${token.slice(0, 9)}`, `${token.slice(9)} now`])
    expect(first).toBe('uses ghp_A1b2C')
    expect(second).toBe('[REDACTED:github-token] now')
    expect(await progressOf(['password=', 'hunter2hunter2'])).toEqual(['password=', '[REDACTED:assignment]'])
  })
})
