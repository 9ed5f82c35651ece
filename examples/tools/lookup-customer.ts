import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createTool } from 'toolspan'
import { z } from 'zod'

// Made up anew in each run, in the shape of what must never leave the application.
const apiKey = `key-${randomBytes(4).toString('hex')}`
const password = randomBytes(9).toString('hex')
const token = `ghp_${randomBytes(18).toString('hex')}`

const customers = new Map([
  ['C-1001', 'Acme'],
  ['C-1002', 'Initech'],
  ['C-1003', 'Umbrella'],
])

/** Looks up a made-up customer: `internalPath` goes in and `apiKey` and `debugScore` come out, for the application only. */
export const lookupCustomer = createTool({
  id: 'lookup-customer',
  description: 'Looks up a customer',
  inputSchema: z.object({
    customerId: z.string().regex(/^C-\d{4}$/),
    internalPath: z.string().meta({ sensitive: true }),
  }),
  outputSchema: z.object({ displayName: z.string(), apiKey: z.string(), debugScore: z.number() }),
  sensitive: { output: ['apiKey', 'debugScore'] },
  execute: async ({ customerId }, { observe }) => {
    const displayName = await observe.span('find customer', () => customers.get(customerId) ?? askArchive())
    observe.log('info', `${customerId} is ${displayName}`, { apiKey })
    return { displayName, apiKey, debugScore: 0.97 }
  },
  transform: {
    display: {
      input: ({ input }) => ({ customerId: input?.customerId }),
      output: ({ output }) => ({ displayName: output?.displayName }),
      error: () => ({ message: 'Customer lookup failed' }),
    },
    transcript: {
      input: ({ input }) => ({ customerId: input?.customerId }),
      output: ({ output }) => ({ displayName: output?.displayName }),
      error: () => ({ message: 'Customer lookup failed' }),
    },
  },
})

/** Asks a database that does not run, and fails as many drivers do: with the whole connection string in the message. */
async function askArchive(): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: 1 })
  try {
    await once(socket, 'connect')
    return 'an archived customer'
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no connection'
    throw new Error(`${reason}: postgres://reader:${password}@127.0.0.1:1/archive with token ${token}`)
  } finally {
    socket.destroy()
  }
}
