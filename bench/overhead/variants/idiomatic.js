import { observedByHand } from '../idiomatic.js'
import { startSdk } from '../sdk.js'
import { input, validated } from '../work.js'

startSdk()
const observed = observedByHand(validated)
export const call = () => observed(input)
