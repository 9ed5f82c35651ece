import { createTool, RequestContext } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

describe('RequestContext', () => {
  test('can be made of nothing, a plain object, a Map or another one', () => {
    expect(new RequestContext().toJSON()).toEqual({})
    expect(new RequestContext({ user: 'ann' }).get('user')).toBe('ann')
    expect(new RequestContext(new Map([['user', 'ann']])).has('user')).toBe(true)
    expect([...new RequestContext(new RequestContext({ user: 'ann' })).entries()]).toEqual([['user', 'ann']])
    expect(JSON.stringify(new RequestContext({ user: 'ann' }))).toBe('{"user":"ann"}')
  })

  test('is handed to the tool itself, so that a write of the tool is seen by the caller', async () => {
    const tool = createTool({
      id: 'login',
      description: 'Login',
      execute: async (_input, { requestContext }) => {
        requestContext.set('user', 'ann')
        return requestContext
      },
    })
    const t = createTestRuntime({ tools: [tool] })
    const given = new RequestContext()
    expect(await t.call('login', {}, { requestContext: given })).toMatchObject({
      outcome: 'ok',
      output: given,
    })
    expect(given.get('user')).toBe('ann')
    const map = new Map<string, unknown>()
    await t.call('login', {}, { requestContext: map })
    expect(map.get('user')).toBe('ann')
  })

  test('shows the tool validated values, and shares everything else', async () => {
    const tool = createTool({
      id: 'quota',
      description: 'Quota',
      requestContextSchema: z.object({ limit: z.coerce.number(), unit: z.string().default('calls') }),
      execute: async (_input, { requestContext }) => {
        const seen = requestContext.toJSON()
        requestContext.set('limit', 7)
        return { seen, limit: requestContext.get('limit'), user: requestContext.has('user') }
      },
    })
    const t = createTestRuntime({ tools: [tool] })
    const given = new RequestContext({ limit: '5', user: 'ann' })
    const result = await t.call('quota', {}, { requestContext: given })
    expect(result).toMatchObject({
      outcome: 'ok',
      output: { seen: { limit: 5, unit: 'calls', user: 'ann' }, limit: 7, user: true },
    })
    expect(given.toJSON()).toEqual({ limit: 7, user: 'ann' })
  })

  test('is empty where none is given, and never shared by two calls', async () => {
    const tool = createTool({
      id: 'count',
      description: 'Count',
      execute: async (_input, { requestContext }) => {
        requestContext.set('calls', Number(requestContext.get('calls') ?? 0) + 1)
        return requestContext.toJSON()
      },
    })
    const t = createTestRuntime({ tools: [tool] })
    await t.call('count', {})
    expect(await t.call('count', {})).toMatchObject({ output: { calls: 1 } })
  })
})
