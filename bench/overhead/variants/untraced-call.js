import { createRuntime } from 'toolspan'
import { tool } from '../tool.js'
import { input } from '../work.js'

const runtime = createRuntime({ tools: [tool] })
export const call = () => runtime.call(tool, input)
