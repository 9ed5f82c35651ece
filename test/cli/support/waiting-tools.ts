/** A module whose calls wait for a person, written as a user would; what ran is in `ran.txt`. */
export const waitingTools = `
import { appendFileSync } from 'node:fs'
import { createTool } from 'toolspan'
import { z } from 'zod'

export const transfer = createTool({
  id: 'transfer',
  description: 'Moves money',
  inputSchema: z.object({ to: z.string(), amount: z.number().positive(), pin: z.string().meta({ sensitive: true }) }),
  requireApproval: true,
  execute: async ({ to, amount, pin }) => {
    appendFileSync('ran.txt', to + ' ' + amount + '\\n')
    await new Promise(resolve => setTimeout(resolve, 200))
    if (to === 'nobody') throw new Error('there is no such account')
    return { to, amount, pinDigits: pin.length }
  },
})

export const whereTo = createTool({
  id: 'where-to',
  description: 'Asks for a city',
  resumeSchema: z.object({ city: z.string() }),
  execute: (input, { suspend, resumeData, suspendPayload }) =>
    resumeData ? { city: resumeData.city, asked: suspendPayload.question } : suspend({ question: 'Which city?' }),
})
`

/** A module whose runtime keeps its calls in the store in files, or where it says. */
export const runtimeModule = (options: string) => `
import { createRuntime } from 'toolspan'
import { fileStore } from 'toolspan/files'
import * as tools from './tools.mjs'

export const runtime = createRuntime({ tools: { ...tools }, ${options} })
`
