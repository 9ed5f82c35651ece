import { tool } from '../tool.js'
import { input } from '../work.js'

export const call = () => tool.execute(input)
