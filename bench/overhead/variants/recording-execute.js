import { startSdk } from '../sdk.js'
import { tool } from '../tool.js'
import { input } from '../work.js'

startSdk()
export const call = () => tool.execute(input)
