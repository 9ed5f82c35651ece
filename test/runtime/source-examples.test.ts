import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import { createRuntime, createTool, isTool } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

const sunny = { location: 'Seattle', temperatureCelsius: 21, conditions: 'sunny' }

const zodWeather = createTool({
  id: 'weather-tool',
  description: 'Fetches weather for a location',
  inputSchema: z.object({
    location: z.string(),
  }),
  outputSchema: z.object({
    location: z.string(),
    temperatureCelsius: z.number(),
    conditions: z.string(),
  }),
  execute: async ({ location }) => {
    return { location, temperatureCelsius: 21, conditions: 'sunny' }
  },
})

const valibotWeather = createTool({
  id: 'weather-tool',
  description: 'Fetches weather for a location',
  inputSchema: toStandardJsonSchema(
    v.object({
      location: v.string(),
    }),
  ),
  outputSchema: toStandardJsonSchema(
    v.object({
      location: v.string(),
      temperatureCelsius: v.number(),
      conditions: v.string(),
    }),
  ),
  execute: async ({ location }) => {
    return { location, temperatureCelsius: 21, conditions: 'sunny' }
  },
})

const arktypeWeather = createTool({
  id: 'weather-tool',
  description: 'Fetches weather for a location',
  inputSchema: type({
    location: 'string',
  }),
  outputSchema: type({
    location: 'string',
    temperatureCelsius: 'number',
    conditions: 'string',
  }),
  execute: async ({ location }) => {
    return { location, temperatureCelsius: 21, conditions: 'sunny' }
  },
})

describe.each([
  ['Zod', zodWeather],
  ['Valibot', valibotWeather],
  ['ArkType', arktypeWeather],
])('the weather tool in %s', (_library, weatherTool) => {
  test('runs on its own and through a runtime, and is traced', async () => {
    expect(isTool(weatherTool)).toBe(true)
    expect(await weatherTool.execute({ location: 'Seattle' })).toEqual(sunny)
    const t = createTestRuntime({ tools: [weatherTool] })
    expect(await t.call('weather-tool', { location: 'Seattle' })).toMatchObject({
      outcome: 'ok',
      output: sunny,
    })
    expect(t.span('execute_tool weather-tool').attributes['toolspan.outcome']).toBe('ok')
  })

  test('refuses what does not fit', async () => {
    const t = createTestRuntime({ tools: [weatherTool] })
    expect((await t.call('weather-tool', { location: 98101 } as never)).outcome).toBe('input_invalid')
    expect(await t.tool('weather-tool').execute({} as never)).toMatchObject({ error: true })
  })
})

describe('the examples of the definition', () => {
  test('strict is kept for model adapters', async () => {
    const weatherTool = createTool({
      id: 'weather-tool',
      description: 'Get the current weather for a location',
      strict: true,
      inputSchema: z.object({ location: z.string() }),
      outputSchema: z.object({
        location: z.string(),
        temperatureCelsius: z.number(),
        conditions: z.string(),
      }),
      execute: async ({ location }) => ({ location, temperatureCelsius: 21, conditions: 'sunny' }),
    })
    expect(weatherTool.strict).toBe(true)
    expect(await weatherTool.execute({ location: 'Seattle' })).toEqual(sunny)
  })

  test('toModelOutput gives the model less, and the application everything', async () => {
    const radarImageUrl = 'https://example.com/radar/seattle.png'
    const weatherTool = createTool({
      id: 'weather-tool',
      description: 'Get the current weather for a location',
      inputSchema: z.object({ location: z.string() }),
      outputSchema: z.object({
        location: z.string(),
        temperatureCelsius: z.number(),
        conditions: z.string(),
        radarImageUrl: z.string().url(),
      }),
      execute: async ({ location }) => ({
        location,
        temperatureCelsius: 21,
        conditions: 'sunny',
        radarImageUrl,
      }),
      toModelOutput: output => {
        return {
          type: 'content',
          value: [
            {
              type: 'text',
              text: `${output.location}: ${output.temperatureCelsius}°C and ${output.conditions}`,
            },
            { type: 'image-url', url: output.radarImageUrl },
          ],
        }
      },
    })
    const result = await createRuntime({ tools: [weatherTool] }).call('weather-tool', { location: 'Seattle' })
    expect(result).toMatchObject({
      outcome: 'ok',
      output: { ...sunny, radarImageUrl },
      modelOutput: {
        type: 'content',
        value: [
          { type: 'text', text: 'Seattle: 21°C and sunny' },
          { type: 'image-url', url: radarImageUrl },
        ],
      },
    })
  })

  test('MCP annotations and metadata are kept unchanged', async () => {
    const mcp = {
      annotations: {
        title: 'Weather Lookup',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
      _meta: { version: '1.0.0', category: 'weather' },
    }
    const weatherTool = createTool({
      id: 'weather-tool',
      description: 'Get the current weather for a location',
      inputSchema: z.object({ location: z.string().describe('City name or coordinates') }),
      mcp,
      execute: async ({ location }) => ({ ...sunny, location }),
    })
    expect(weatherTool.mcp).toEqual({ annotations: { ...mcp.annotations }, _meta: { ...mcp._meta } })
    expect(await weatherTool.execute({ location: 'Seattle' })).toEqual(sunny)
  })
})

describe('lookup-customer', () => {
  const safer = {
    input: ({ input }: { input?: { customerId: string } }) => ({ customerId: input?.customerId }),
    output: ({ output }: { output?: { displayName: string } }) => ({ displayName: output?.displayName }),
    error: () => ({ message: 'Customer lookup failed' }),
  }
  const definition = {
    description: 'Looks up a customer',
    inputSchema: z.object({ customerId: z.string(), internalPath: z.string() }),
    outputSchema: z.object({ displayName: z.string(), apiKey: z.string(), debugScore: z.number() }),
    transform: { display: safer, transcript: safer },
  }
  const customerTool = createTool({
    ...definition,
    id: 'lookup-customer',
    execute: async () => ({ displayName: 'Acme', apiKey: 'secret-value', debugScore: 0.97 }),
  })
  const brokenTool = createTool({
    ...definition,
    id: 'broken-customer',
    execute: async ({ internalPath }) => {
      throw new Error(`no such file ${internalPath}`)
    },
  })
  const input = { customerId: 'c-1', internalPath: '/srv/customers/c-1.json' }
  const t = createTestRuntime({ tools: [customerTool, brokenTool] })

  test('keeps the raw result for the application, and shows and stores the smaller one', async () => {
    const result = await t.call('lookup-customer', input)
    expect(result).toMatchObject({
      output: { displayName: 'Acme', apiKey: 'secret-value', debugScore: 0.97 },
    })
    expect(await result.view('display')).toEqual({ displayName: 'Acme' })
    expect(t.events().map(({ payload }) => payload['args'] ?? payload['result'])).toEqual([
      { customerId: 'c-1' },
      { displayName: 'Acme' },
    ])
    expect(t.transcript().map(record => record.view)).toEqual([
      { customerId: 'c-1' },
      { displayName: 'Acme' },
    ])
  })

  test('shows an error as a fixed message', async () => {
    const result = await t.call('broken-customer', input)
    expect(result.outcome).toBe('error')
    expect(await result.view('display')).toEqual({ message: 'Customer lookup failed' })
    const shown = JSON.stringify([t.events(), t.transcript()])
    expect(shown).not.toContain('/srv/customers')
    expect(shown).not.toContain('0.97')
    expect(shown).not.toContain('secret-value')
  })
})

describe('the lifecycle hooks', () => {
  test('run in order on a call that is not streamed, typed by the schemas', async () => {
    const told: string[] = []
    const weatherTool = createTool({
      id: 'weather-tool',
      description: 'Get the current weather for a location',
      inputSchema: z.object({ location: z.string() }),
      outputSchema: z.object({
        location: z.string(),
        temperatureCelsius: z.number(),
        conditions: z.string(),
      }),
      execute: async ({ location }) => {
        told.push('execute')
        return { location, temperatureCelsius: 21, conditions: 'sunny' }
      },
      onInputStart: ({ toolCallId }) => void told.push(`Tool call ${toolCallId} input started`),
      onInputDelta: ({ inputTextDelta, toolCallId }) => void told.push(`${toolCallId}: ${inputTextDelta}`),
      onInputAvailable: ({ input, toolCallId }) => {
        told.push(`Tool call ${toolCallId} received location: ${input.location}`)
      },
      onOutput: ({ output, toolCallId, toolName }) => {
        told.push(`Tool ${toolName} call ${toolCallId} returned conditions: ${output.conditions}`)
      },
    })
    expect(weatherTool.onInputStart).toEqual(expect.any(Function))
    expect(weatherTool.onInputDelta).toEqual(expect.any(Function))
    await weatherTool.execute({ location: 'Seattle' }, { toolCallId: 'call_1' })
    expect(told).toEqual([
      'Tool call call_1 received location: Seattle',
      'execute',
      'Tool weather-tool call call_1 returned conditions: sunny',
    ])
  })

  test('can each stand alone in a definition', () => {
    const hooked = [
      createTool({
        id: 'a',
        description: 'A',
        onInputStart: ({ toolCallId, messages, abortSignal }) => void [toolCallId, messages, abortSignal],
      }),
      createTool({
        id: 'b',
        description: 'B',
        onInputDelta: ({ inputTextDelta }) => void inputTextDelta.length,
      }),
      createTool({
        id: 'c',
        description: 'C',
        inputSchema: z.object({ location: z.string() }),
        onInputAvailable: ({ input }) => void input.location.length,
      }),
      createTool({
        id: 'd',
        description: 'D',
        outputSchema: z.object({ result: z.string() }),
        execute: async () => ({ result: 'Success' }),
        onOutput: ({ output, toolCallId, toolName, abortSignal }) =>
          void [output.result, toolCallId, toolName, abortSignal],
      }),
    ]
    expect(hooked.map(tool => isTool(tool))).toEqual([true, true, true, true])
  })

  test('that throw are logged, and the call does not fail', async () => {
    const tool = createTool({
      id: 'example-tool',
      description: 'Example tool with hooks',
      execute: async () => ({ result: 'Success' }),
      onInputAvailable: () => {
        throw new Error('hook failed')
      },
    })
    const t = createTestRuntime({ tools: [tool] })
    expect(await t.call('example-tool', {})).toMatchObject({ outcome: 'ok', output: { result: 'Success' } })
    expect(t.lines().map(line => line.message)).toContain(
      'onInputAvailable of example-tool failed: hook failed',
    )
  })
})

describe('the remaining fields', () => {
  test('are kept for those who read them', () => {
    const providerOptions = {
      anthropic: { cacheControl: { type: 'ephemeral' } },
      openai: { parallel: false },
    }
    const inputExamples = [{ input: { location: 'Seattle' } }]
    const background = { enabled: true, timeoutMs: 60_000 }
    const schemas = {
      suspendSchema: z.object({ ask: z.string() }),
      resumeSchema: z.object({ yes: z.boolean() }),
    }
    const tool = createTool({
      id: 'all',
      description: 'All',
      providerOptions,
      inputExamples,
      background,
      ...schemas,
    })
    expect(tool).toMatchObject({ providerOptions, inputExamples, background, ...schemas })
  })

  test('requireApproval makes the call wait, and requestContextSchema answers an error object', async () => {
    const pay = createTool({
      id: 'pay',
      description: 'Pay',
      requireApproval: true,
      execute: async () => 'paid',
    })
    const whoami = createTool({
      id: 'whoami',
      description: 'Who am I',
      requestContextSchema: z.object({ userId: z.string() }),
      execute: async (_input, { requestContext }) => requestContext.get('userId'),
    })
    const t = createTestRuntime({ tools: [pay, whoami] })
    expect((await t.call('pay', {})).outcome).toBe('awaiting_approval')
    expect(t.events().map(event => event.type)).toContain('tool-call-approval')
    expect(await t.tool('whoami').execute({})).toMatchObject({
      error: true,
      validationErrors: { fields: { userId: {} } },
    })
    expect(await t.tool('whoami').execute({}, { requestContext: { userId: 'ann' } })).toBe('ann')
  })
})
