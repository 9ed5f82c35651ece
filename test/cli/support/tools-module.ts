/** A module with a tool for each way of ending, written as a user would. */
export const toolsModule = `
import { createTool, observe } from 'toolspan'
import { z } from 'zod'

const later = ms => new Promise(resolve => setTimeout(resolve, ms))
const tool = (id, more) => createTool({ id, description: 'Is named ' + id, ...more })

export const echo = tool('echo', {
  inputSchema: z.object({ text: z.string(), times: z.number().default(1) }),
  execute: async ({ text, times }, context) => {
    await context.observe.span('repeat', () => deepInside())
    return { said: text.repeat(times), by: context.requestContext.get('user') ?? 'nobody' }
  },
})

function deepInside() {
  observe.log('info', 'logged from deep inside')
}

export const all = {
  fails: tool('fails', {
    execute: () => {
      throw new Error('no answer from postgres://app:hunter2hunter2@db/crm with ghp_0123456789abcdefghij0123456789abcdefgh')
    },
  }),
  shows: tool('shows', {
    execute: () => ({ name: 'Acme', apiKey: 'only-for-the-application' }),
    transform: { display: { output: ({ output }) => ({ name: output.name }), error: () => ({ message: 'No luck' }) } },
  }),
  slow: tool('slow', { execute: () => later(10_000) }),
  waits: tool('waits', {
    execute: () => {
      process.stderr.write('waiting')
      return new Promise(() => {})
    },
  }),
  asks: tool('asks', { requireApproval: true, execute: () => 1 }),
  suspends: tool('suspends', { execute: (_, { suspend }) => suspend({ question: 'Why?' }) }),
  elsewhere: tool('elsewhere', {}),
  strays: tool('strays', {
    execute: async () => {
      Promise.reject(new Error('left behind with ghp_0123456789abcdefghij0123456789abcdefgh'))
      await later(50)
      return 'done'
    },
  }),
  stuck: tool('stuck', {
    execute: () => new Promise(() => setTimeout(() => { throw new Error('in a timer') }, 10)),
  }),
  big: tool('big', { execute: () => Array.from({ length: 20_000 }, (_, i) => ({ i, text: 'many words of it' })) }),
  cyclic: tool('cyclic', {
    execute: () => {
      const value = { count: 10n }
      value.self = value
      return value
    },
  }),
  escapes: tool('escapes', { execute: () => '\\u001b[2Jgone' }),
}
`
