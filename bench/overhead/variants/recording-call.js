import { createRuntime } from 'toolspan'
import { startSdk } from '../sdk.js'
import { tool } from '../tool.js'
import { input } from '../work.js'

startSdk()
const runtime = createRuntime({ tools: [tool] })
export const call = () => runtime.call(tool, input)
