import { createTool } from 'toolspan'
import { expect, test } from 'vitest'
import { aside, asideSoFar } from '../../src/runtime/aside.js'
import { Call } from '../../src/runtime/call-state.js'
import { definitionOf } from '../../src/runtime/create-tool.js'
import { createKernel } from '../../src/runtime/kernel.js'
import { createTestClock } from '../../src/testing/test-clock.js'

function aCall() {
  const clock = createTestClock()
  const kernel = createKernel({ clock })
  const tool = definitionOf(createTool({ id: 'waits', description: 'Waits' }))
  const request = { kernel, tool, toolName: 'waits', input: {}, options: {}, defaults: {}, hasResult: true }
  return { call: new Call(request), clock }
}

test('time beside a call that runs inside other such time, or beside it, is left out once', async () => {
  const { call, clock } = aCall()
  await aside(call, () =>
    Promise.all([aside(call, () => clock.advance(60_000)), aside(call, () => Promise.resolve())]),
  )
  expect(call.asideMs).toBeGreaterThanOrEqual(60_000)
  expect(call.asideMs).toBeLessThan(110_000)
})

test('time beside a call counts while it goes on', async () => {
  const { call, clock } = aCall()
  let finish = () => {}
  const waiting = aside(
    call,
    () =>
      new Promise<void>(resolve => {
        finish = resolve
      }),
  )
  await clock.advance(60_000)
  expect(asideSoFar(call)).toBeGreaterThanOrEqual(60_000)
  expect(call.asideMs).toBe(0)
  finish()
  await waiting
  expect(call.asideMs).toBeGreaterThanOrEqual(60_000)
})
