import { createRuntime, createTool } from 'toolspan'
import { contentInput, contentWork } from '../content.js'
import { startSdk } from '../sdk.js'

startSdk()
const tool = createTool({
  id: 'weather-tool',
  description: 'Fetches weather for a location',
  execute: (input, { observe }) => observe.span('read', () => contentWork(input)),
})
const transcript = { append() {} }
const runtime = createRuntime({ tools: [tool], capture: 'redacted', transcript })
export const call = () => runtime.call(tool, contentInput)
