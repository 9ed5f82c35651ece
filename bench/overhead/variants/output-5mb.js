import { createRuntime, createTool } from 'toolspan'
import { startSdk } from '../sdk.js'

startSdk()
const rows = Array.from({ length: 50_000 }, (_, index) => ({ index, text: 'x'.repeat(80) }))
const tool = createTool({ id: 'big', description: 'Returns 5 MB', execute: async () => rows })
const runtime = createRuntime({ tools: [tool], capture: 'redacted' })
export const call = () => runtime.call(tool, {})
