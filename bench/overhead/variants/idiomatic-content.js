import { contentInput, contentWork } from '../content.js'
import { observedByHand } from '../idiomatic.js'
import { startSdk } from '../sdk.js'

startSdk()
const observed = observedByHand(async (input, tracer) => {
  const output = await tracer.startActiveSpan('read', async span => {
    try {
      return await contentWork(input)
    } finally {
      span.end()
    }
  })
  JSON.stringify(input)
  JSON.stringify(output)
  return output
})
export const call = () => observed(contentInput)
