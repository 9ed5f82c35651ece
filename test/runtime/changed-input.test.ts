import { createTool, jsonSchema } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { describe, expect, it } from 'vitest'

// What a tool does to the object it was given must not change what is told of its input.
describe('a tool that changes its input', () => {
  it('still hides the sensitive value that it wiped', async () => {
    const login = createTool({
      id: 'login',
      description: 'Logs in',
      sensitive: { input: ['pin'] },
      execute(input) {
        const given = input as { pin: string }
        const { pin } = given
        given.pin = ''
        throw new Error(`login failed for pin ${pin}`)
      },
    })
    const t = createTestRuntime({ tools: [login] })
    const result = await t.call('login', { pin: '48213' })
    const told = JSON.stringify([result.error, t.spans(), t.logs(), t.lines(), t.events(), t.transcript()])
    expect(result.outcome).toBe('error')
    expect(told).not.toContain('48213')
  })

  it('does not change what the span says it was given', async () => {
    const append = createTool({
      id: 'append',
      description: 'Appends',
      capture: 'redacted',
      execute: input => (input as number[]).push(99),
    })
    const t = createTestRuntime({ tools: [append], transcript: undefined })
    await t.call('append', [1])
    expect(t.span('execute_tool append').attributes['gen_ai.tool.call.arguments']).toBe('[1]')
    expect(t.events().find(event => event.type === 'tool-call')?.payload['args']).toEqual([1])
  })

  it('does not change what people are shown of an input that streamed in', async () => {
    const append = createTool({
      id: 'append',
      description: 'Appends',
      execute: input => (input as number[]).push(99),
    })
    const t = createTestRuntime({ tools: [append], transcript: undefined })
    const call = t.open({ toolName: 'append' })
    call.delta('[1]')
    call.end()
    await call.result
    expect(t.events().find(event => event.type === 'tool-call')?.payload['args']).toEqual([1])
  })

  it('does not change the call that waits for approval, and neither does its caller', async () => {
    const executed: unknown[] = []
    const execute = (input: unknown) => void executed.push(input)
    const pay = createTool({ id: 'pay', description: 'Pays', requireApproval: true, execute })
    const t = createTestRuntime({ tools: [pay] })
    const input = { amount: 5 }
    await t.call('pay', input)
    input.amount = 1_000_000
    const [waiting] = await t.runtime.pending()
    await t.approve(waiting?.ticket ?? '', { by: 'ada' })
    expect(executed).toEqual([{ amount: 5 }])
  })

  it('does not change the input that a suspended call is resumed with', async () => {
    const ask = createTool({
      id: 'ask',
      description: 'Asks',
      inputSchema: jsonSchema<{ steps: string[] }>({ type: 'object' }),
      suspendSchema: jsonSchema<{ question: string }>({ type: 'object' }),
      execute({ steps }, { suspend, resumeData }) {
        steps.push('asked')
        return resumeData ? steps : suspend({ question: 'go on?' })
      },
    })
    const t = createTestRuntime({ tools: [ask] })
    await t.call('ask', { steps: [] })
    const [waiting] = await t.runtime.pending()
    const resumed = await t.runtime.resume(waiting?.ticket ?? '', { yes: true })
    expect(resumed).toMatchObject({ outcome: 'ok', output: ['asked'] })
  })
})
