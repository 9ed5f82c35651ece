import { input, validated } from '../work.js'

export const call = () => validated(input)
