import { setTimeout as wait } from 'node:timers/promises'
import { type CallStore, createRuntime, createTool } from 'toolspan'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryStore } from '../../../src/runtime/memory-store.js'

const executed = vi.fn((_: unknown, { toolCallId }: { toolCallId: string }) => toolCallId)
const pay = createTool({ id: 'pay', description: 'Pays', requireApproval: true, execute: executed })

describe('runtimes that share a store', () => {
  it('leave a call to the one it is approved or denied in', async () => {
    const { runtime } = await besideAWorker()
    executed.mockClear()
    for (const decide of [runtime.approve, runtime.deny]) {
      const asked = await runtime.call('pay', {})
      if (asked.outcome !== 'awaiting_approval') throw new Error(asked.outcome)
      const { outcome } = await decide(asked.ticket, { by: 'ada' })
      expect(outcome).toBe(decide === runtime.approve ? 'ok' : 'denied')
    }
    expect(executed).toHaveBeenCalledTimes(1)
  })
})

/** Makes a runtime beside another that takes up whatever is left in their store, which answers after others have seen. */
async function besideAWorker() {
  const store = memoryStore()
  const slow: CallStore = {
    ...store,
    async replace(next) {
      const replaced = await store.replace(next)
      await wait(150)
      return replaced
    },
  }
  const watch = vi.fn(store.watch)
  const worker = createRuntime({ tools: [pay], tickets: { ...store, watch } })
  onTestFinished(async () => void (await worker.close()))
  await vi.waitFor(() => expect(watch).toHaveBeenCalled())
  return { runtime: createRuntime({ tools: [pay], tickets: slow, background: { pickUp: false } }) }
}
