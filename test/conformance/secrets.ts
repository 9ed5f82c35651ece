import { type CallOptions, createTool, type Tool } from 'toolspan'
import { z } from 'zod'
import type { DoorOptions } from './doors.js'

/** One place where a secret may stand in a call, and a call that has it there. */
export interface Hiding {
  name: string
  tool: (secret: string) => Tool
  input?: (secret: string) => unknown
  call?: (secret: string) => CallOptions
  runtime?: (secret: string) => DoorOptions
  /** It stands where a call is before it can wait for anything. */
  atInput?: true
  /** The input is a text that is no JSON. */
  inText?: true
  /** Only a door with a runtime has this place. */
  needsRuntime?: boolean
  /** Only a door that answers a result has this place. */
  needsResult?: boolean
  /** Nothing ever tells what stands here, so that no redactor is needed for it. */
  untold?: true
  /** What is left to see where the secret stood. */
  leaves?: RegExp
}

type Fields = Record<string, unknown>

function tool(fields: Fields): Tool {
  const definition = { id: 'weather', description: 'Weather', execute: async () => 'sunny', ...fields }
  return createTool(definition as never)
}

function failing(error: (secret: string) => unknown): Pick<Hiding, 'tool'> {
  return { tool: secret => tool({ execute: () => Promise.reject(error(secret)) }) }
}

type Context = { observe: import('toolspan').ToolObserve; writer: { write(value: unknown): Promise<void> } }

function working(work: (context: Context, secret: string) => unknown): Pick<Hiding, 'tool'> {
  return {
    tool: secret => tool({ execute: async (_input: unknown, context: Context) => work(context, secret) }),
  }
}

const inside = (secret: string) => ({
  headers: [['authorization', `Bearer ${secret}`]],
  note: `uses ${secret}.`,
})

function named(name: string): Error {
  return Object.assign(new Error('no'), { name })
}

/** An error of a class that is named at run time. */
function ofClass(name: string): Error {
  const Named = { [name]: class extends Error {} }[name] as new (text: string) => Error
  return new Named('no')
}

/** An error that has a secret in all of its parts. */
function soaked(secret: string): Error {
  const cause = new AggregateError([ofClass(secret), secret], secret, { cause: { token: secret } })
  return Object.assign(new Error(`401 for ${secret}`, { cause }), {
    name: secret,
    code: secret,
    headers: [['authorization', `Bearer ${secret}`]],
  })
}

function raise(error: Error): never {
  throw error
}

const suspending = (payload: (secret: string) => unknown) => (secret: string) => ({
  execute: (_: unknown, context: { suspend(payload: unknown): unknown }) => context.suspend(payload(secret)),
})

export const hidings: readonly Hiding[] = [
  { name: 'the input', tool: () => tool({}), input: inside },
  { name: 'a key of the input', tool: () => tool({}), input: secret => ({ [secret]: 1 }) },
  {
    name: 'JSON text inside the input',
    tool: () => tool({}),
    input: secret => ({ body: JSON.stringify(inside(secret)) }),
  },
  {
    name: 'an input that does not fit',
    atInput: true,
    tool: () => tool({ inputSchema: z.strictObject({ city: z.enum(['Lyon']) }) }),
    input: secret => ({ city: secret, [secret]: secret }),
  },
  {
    name: 'input that is not JSON',
    inText: true,
    atInput: true,
    tool: () => tool({ inputSchema: z.object({ city: z.string() }) }),
    input: secret => `{"city": "${secret}`,
  },
  { name: 'the output', tool: secret => tool({ execute: async () => inside(secret) }) },
  {
    name: 'an output that does not fit',
    untold: true,
    tool: secret =>
      tool({ outputSchema: z.object({ city: z.enum(['Lyon']) }), execute: async () => ({ city: secret }) }),
    leaves: /output_invalid/,
  },
  {
    name: 'a request context that does not fit',
    atInput: true,
    untold: true,
    tool: () => tool({ requestContextSchema: z.object({ user: z.literal('ann') }) }),
    call: secret => ({ requestContext: { user: secret } }),
    leaves: /context_invalid/,
  },
  { name: 'an error message', ...failing(secret => new Error(`401 for ${secret}`)) },
  { name: 'an error name', ...failing(named), leaves: /_OTHER/ },
  { name: 'the class of an error', ...failing(ofClass), leaves: /_OTHER/ },
  { name: 'every part of an error', ...failing(soaked) },
  {
    name: 'the class of a cause',
    untold: true,
    ...failing(secret => new Error('no', { cause: ofClass(secret) })),
    leaves: /Caused by/,
  },
  { name: 'the cause of an error', ...failing(secret => new Error('failed', { cause: new Error(secret) })) },
  { name: 'a cause that is no Error', ...failing(secret => new Error('failed', { cause: secret })) },
  {
    name: 'an AggregateError',
    ...failing(secret => new AggregateError([new Error(secret), secret], 'all failed')),
  },
  { name: 'a thrown text', ...failing(secret => `401 for ${secret}`) },
  { name: 'a thrown object', ...failing(secret => ({ message: secret, secret })) },
  { name: 'log data', ...working(({ observe }, secret) => observe.log('warn', 'asked', inside(secret))) },
  {
    name: 'a key of log data',
    ...working(({ observe }, secret) => observe.log('warn', 'asked', { [secret]: { [secret]: 1 } })),
  },
  { name: 'a log message', ...working(({ observe }, secret) => observe.log('warn', `asked with ${secret}`)) },
  {
    name: 'a log message that is no text',
    ...working(({ observe }, secret) => {
      for (const message of [inside(secret), Buffer.from(secret), new Error(secret)])
        observe.log('warn', message as never)
    }),
  },
  {
    name: 'an attribute of a child span',
    ...working(({ observe }, secret) => observe.span('a', () => {}, inside(secret))),
  },
  {
    name: 'a key of an attribute of a child span',
    ...working(({ observe }, secret) =>
      observe.span('a', span => span.setAttribute(secret, { [secret]: true }), { [secret]: 1 }),
    ),
  },
  {
    name: 'the class of an error of a child span',
    ...working(({ observe }, secret) =>
      observe.span('a', () => Promise.reject(ofClass(secret))).catch(() => {}),
    ),
    leaves: /_OTHER/,
  },
  {
    name: 'the name of a child span',
    ...working(({ observe }, secret) => observe.span(`a ${secret}`, () => {})),
  },
  {
    name: 'what is set on a child span',
    ...working(({ observe }, secret) =>
      observe.span('a', span => {
        span.setAttribute('token', secret)
        span.setAttributes(inside(secret))
        span.addEvent(`sent ${secret}`, inside(secret))
      }),
    ),
  },
  {
    name: 'an error of a child span',
    ...working(({ observe }, secret) =>
      observe.span('a', () => Promise.reject(new Error(secret))).catch(() => {}),
    ),
  },
  {
    name: 'the error of a hook',
    atInput: true,
    tool: secret => tool({ onOutput: () => Promise.reject(new Error(secret)) }),
  },
  {
    name: 'the name of a hook error',
    atInput: true,
    tool: secret => tool({ onOutput: () => Promise.reject(named(secret)) }),
    leaves: /_OTHER/,
  },
  {
    name: 'the class of a hook error',
    atInput: true,
    tool: secret => tool({ onInputAvailable: () => Promise.reject(ofClass(secret)) }),
    leaves: /_OTHER/,
  },
  {
    name: 'every part of the error of the hook for errors',
    tool: secret =>
      tool({ onError: () => Promise.reject(soaked(secret)), execute: () => Promise.reject(new Error('no')) }),
  },
  {
    name: 'a retried error',
    tool: secret => tool({ retry: { maxAttempts: 2 }, execute: () => Promise.reject(new Error(secret)) }),
  },
  {
    name: 'the error of a transform',
    needsRuntime: true,
    tool: secret => tool({ transform: { display: { output: () => Promise.reject(named(secret)) } } }),
    leaves: /payload unavailable/,
  },
  {
    name: 'what a transform returns',
    needsRuntime: true,
    tool: secret =>
      tool({
        transform: {
          display: { output: () => inside(secret) },
          transcript: { output: () => inside(secret) },
        },
      }),
  },
  {
    name: 'the error of toModelOutput',
    needsResult: true,
    tool: secret => tool({ toModelOutput: () => Promise.reject(named(secret)) }),
    leaves: /"toolspan.transform.target":"model"/,
  },
  {
    name: 'the input of an approval',
    atInput: true,
    tool: () => tool({ requireApproval: true }),
    input: inside,
    leaves: /awaiting_approval/,
  },
  {
    name: 'the error of an approval policy',
    atInput: true,
    untold: true,
    tool: secret => tool({ requireApproval: () => Promise.reject(soaked(secret)) }),
    leaves: /awaiting_approval/,
  },
  {
    name: "the error of the runtime's approval policy",
    atInput: true,
    untold: true,
    needsRuntime: true,
    tool: () => tool({}),
    runtime: secret => ({ requireApproval: () => Promise.reject(ofClass(secret)) }),
    leaves: /awaiting_approval/,
  },
  { name: 'a suspend payload', tool: secret => tool(suspending(inside)(secret)), leaves: /suspended/ },
  {
    name: 'a suspend payload that does not fit',
    untold: true,
    tool: secret =>
      tool({
        suspendSchema: z.strictObject({ ask: z.enum(['why']) }),
        ...suspending(key => ({ ask: key, [key]: key }))(secret),
      }),
    leaves: /suspend_invalid/,
  },
  {
    name: 'the error of a schema',
    atInput: true,
    tool: secret => tool({ inputSchema: z.any().refine(() => raise(soaked(secret))) }),
  },
  {
    name: 'the error of a retry policy',
    untold: true,
    tool: secret =>
      tool({
        retry: { maxAttempts: 2, retryable: () => Promise.reject(soaked(secret)) },
        execute: () => Promise.reject(new Error('no')),
      }),
    leaves: /attempt 1/,
  },
  {
    name: 'the id that a model gave the call',
    tool: () => tool({ onOutput: () => Promise.reject(new Error('no')) }),
    call: secret => ({ toolCallId: `call_${secret}` }),
  },
  {
    name: 'what an agent calls with',
    tool: () => tool({}),
    call: secret => ({
      agent: { agentId: secret, toolCallId: secret, threadId: secret, messages: [{ content: secret }] },
      messages: [{ role: 'user', content: secret }],
    }),
  },
  {
    name: 'what a workflow calls with',
    untold: true,
    tool: () => tool({}),
    call: secret => ({
      workflow: { runId: secret, workflowId: secret, state: { secret }, setState() {} },
      mcp: { extra: inside(secret) },
    }),
    leaves: /"toolspan.outcome":"ok"/,
  },
  {
    name: 'the ids of a request',
    needsRuntime: true,
    tool: () => tool({}),
    call: secret => ({ conversationId: secret, sessionId: secret, actor: secret, subject: secret }),
  },
  {
    name: 'the name of an agent',
    needsRuntime: true,
    tool: () => tool({}),
    runtime: secret => ({ agentName: secret }),
    leaves: /_OTHER/,
  },
  {
    name: 'a request context that an error quotes',
    tool: () =>
      tool({
        execute: async (_: unknown, context: { requestContext: { get(key: string): unknown } }) => {
          throw new Error(`refused ${context.requestContext.get('login')}`)
        },
      }),
    call: secret => ({ requestContext: new Map([['login', secret]]) }),
  },
  {
    name: 'attributes of the request',
    needsRuntime: true,
    tool: () => tool({}),
    call: secret => ({ attributes: inside(secret) }),
  },
  {
    name: 'a piece of streamed output',
    needsRuntime: true,
    ...working(({ writer }, secret) => writer.write(inside(secret))),
  },
  {
    name: 'what a generator yields',
    tool: secret =>
      tool({
        async *execute() {
          yield inside(secret)
        },
      }),
  },
  {
    name: 'the error of the transcript',
    needsRuntime: true,
    tool: () => tool({}),
    runtime: secret => ({ transcript: { append: () => Promise.reject(named(secret)) } }),
    leaves: /could not take a record/,
  },
  {
    name: 'the reason of an abort',
    tool: () =>
      tool({
        execute: (_: unknown, { abortSignal }: { abortSignal: AbortSignal }) => abortSignal.throwIfAborted(),
      }),
    call: secret => ({ abortSignal: AbortSignal.abort(new Error(secret)) }),
    leaves: /cancelled/,
  },
]
