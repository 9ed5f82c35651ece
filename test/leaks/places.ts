import { metrics, SpanStatusCode, trace } from '@opentelemetry/api'
import { createTool, observe, type Runtime, type Tool, type ToolResult } from 'toolspan'
import { z } from 'zod'
import { type Hiding, hidings } from '../conformance/secrets.js'
import { logs } from '../exporters/support/logs-api.js'

/** A place of a call, and whether its secret is one that only a declaration tells from other words. */
export interface Place extends Hiding {
  shapeless?: true
  /** What becomes of a call that did not end with its result, such as what it settles with. */
  after?: (result: ToolResult, secret: string, runtime: Runtime) => unknown
}

/** Every place where a secret may stand in a call: those of all doors, and those that need real telemetry. */
export const places: readonly Place[] = [
  ...hidings,
  { name: "another library's span", tool: secret => working(() => otherLibrary(secret)) },
  { name: "another library's metric", tool: secret => working(() => otherMetric(secret)) },
  { name: "another library's log", tool: secret => working(() => otherLog(secret)) },
  {
    name: 'what code deep inside a tool logs',
    tool: secret =>
      working(() => observe.log('error', `sent ${secret}`, { list: [[secret]], deep: { secret } })),
  },
  {
    name: 'a declared field',
    shapeless: true,
    tool: () =>
      createTool({
        id: 'weather',
        description: 'Weather',
        inputSchema: z.object({ city: z.string(), pass: z.string().meta({ sensitive: true }) }),
        outputSchema: z.object({ echo: z.string().meta({ sensitive: true }) }),
        execute: async ({ pass }) => {
          observe.log('warn', `got ${pass} and ${Buffer.from(pass).toString('base64')}`)
          return { echo: pass }
        },
      }),
    input: secret => ({ city: 'Oslo', pass: secret }),
  },
  {
    name: 'an error that quotes a declared field',
    shapeless: true,
    tool: () =>
      createTool({
        id: 'weather',
        description: 'Weather',
        inputSchema: z.object({ pass: z.string() }),
        sensitive: { input: ['pass'] },
        execute: async ({ pass }) => {
          throw new Error(`refused ${JSON.stringify({ pass })}`, { cause: new Error(`with ${pass}`) })
        },
      }),
    input: secret => ({ pass: secret }),
  },
  {
    name: 'what a tool that runs elsewhere settles with',
    tool: () => createTool({ id: 'weather', description: 'Weather' }),
    after: settle(secret => ({ list: [{ token: secret }], note: `uses ${secret}`, [secret]: 1 })),
  },
  {
    name: 'a declared field of what a tool that runs elsewhere settles with',
    shapeless: true,
    tool: () => createTool({ id: 'weather', description: 'Weather', sensitive: { output: ['pass'] } }),
    after: settle(secret => ({ pass: secret, note: `with ${secret}` })),
  },
  {
    name: 'what a suspended call is resumed with',
    tool: () => asking({}),
    after: resume(secret => ({ list: [{ token: secret }], answer: `uses ${secret}`, [secret]: 1 })),
  },
  {
    name: 'a declared field of what a suspended call is resumed with',
    shapeless: true,
    tool: () => asking({ resumeSchema: z.object({ answer: z.string().trim().meta({ sensitive: true }) }) }),
    after: resume(secret => ({ answer: ` ${secret} ` })),
  },
  {
    name: 'resume data that does not fit',
    untold: true,
    tool: () => asking({ resumeSchema: z.strictObject({ answer: z.enum(['yes']) }) }),
    after: resume(secret => ({ answer: secret, [secret]: secret })),
  },
  {
    name: 'who approves a call, and why',
    tool: () => approvable(),
    after: (result, secret, runtime) =>
      'ticket' in result &&
      runtime.approve(result.ticket, { by: { id: secret, kind: 'agent' }, reason: secret }),
  },
  {
    name: 'who denies a call, and why',
    tool: () => approvable(),
    after: (result, secret, runtime) =>
      'ticket' in result && runtime.deny(result.ticket, { by: secret, reason: `saw ${secret}` }),
  },
  {
    name: 'a reason that quotes a declared field',
    shapeless: true,
    tool: () => approvable(),
    input: secret => ({ pass: secret }),
    after: (result, secret, runtime) =>
      'ticket' in result && runtime.deny(result.ticket, { by: 'ann', reason: `not with ${secret}` }),
  },
  {
    name: 'the input that an approval changed',
    tool: () => approvable(),
    after: (result, secret, runtime) =>
      'ticket' in result && runtime.approve(result.ticket, { by: 'ann', input: { pass: 'a', note: secret } }),
  },
  {
    name: 'the ids of a call that waits',
    tool: () => approvable(),
    call: secret => ({
      toolCallId: secret,
      conversationId: secret,
      sessionId: secret,
      actor: { id: secret, kind: 'user' },
      subject: secret,
    }),
    after: (result, _secret, runtime) => 'ticket' in result && runtime.approve(result.ticket, { by: 'ann' }),
  },
  {
    name: 'a declared field of the request context',
    shapeless: true,
    tool: () =>
      createTool({
        id: 'weather',
        description: 'Weather',
        requestContextSchema: z.object({ login: z.string().meta({ sensitive: true }) }),
        execute: async (_input, { requestContext }) => {
          observe.log('warn', `came with ${requestContext.get('login')}`)
          throw new Error(`refused ${requestContext.get('login')}`)
        },
      }),
    call: secret => ({ requestContext: { login: secret } }),
  },
  {
    name: 'a declared field of a suspend payload',
    shapeless: true,
    tool: secret =>
      createTool({
        id: 'weather',
        description: 'Weather',
        suspendSchema: z.object({ ask: z.string().meta({ sensitive: true }) }),
        execute: async (_input, context) => {
          const suspension = await context.suspend({ ask: secret })
          observe.log('warn', `asked ${secret}`)
          return suspension
        },
      }),
  },
]

function settle(output: (secret: string) => unknown): Place['after'] {
  return (result, secret) => result.outcome === 'dispatched' && result.settle(output(secret))
}

function resume(data: (secret: string) => unknown): Place['after'] {
  return (result, secret, runtime) =>
    result.outcome === 'suspended' && runtime.resume(result.ticket, data(secret))
}

/** A tool that suspends itself, and quotes what it is resumed with. */
function asking(fields: { resumeSchema?: z.ZodType }): Tool {
  return createTool({
    id: 'weather',
    description: 'Weather',
    ...fields,
    execute: async (_input, { suspend, resumeData }) => {
      if (resumeData === undefined) return suspend({ ask: 'what' })
      observe.log('warn', `answered ${JSON.stringify(resumeData)}`)
      throw new Error(`cannot take ${JSON.stringify(resumeData)}`)
    },
  }) as Tool
}

function approvable(): Tool {
  return createTool({
    id: 'weather',
    description: 'Weather',
    inputSchema: z.looseObject({ pass: z.string().optional().meta({ sensitive: true }) }),
    requireApproval: true,
    execute: async () => 'sunny',
  }) as Tool
}

function working(work: () => void): Tool {
  return createTool({ id: 'weather', description: 'Weather', execute: async () => work() })
}

function otherLibrary(secret: string): void {
  trace.getTracer('other').startActiveSpan(`GET /${secret}`, span => {
    span.setAttributes({ 'url.full': `https://a:${secret}@h.example/?token=${secret}`, note: secret })
    span.setAttribute('http.request.header.authorization', [`Bearer ${secret}`])
    span.addEvent(`retry ${secret}`, { note: secret, [secret]: 1 })
    span.addLink({ context: span.spanContext(), attributes: { note: secret } })
    span.recordException(new Error(`401 for ${secret}`, { cause: secret }))
    span.setStatus({ code: SpanStatusCode.ERROR, message: `failed with ${secret}` })
    span.end()
  })
  trace.getTracer(`lib-${secret}`, secret).startSpan('named').end()
}

function otherMetric(secret: string): void {
  const meter = metrics.getMeter('other')
  const attributes = { url: `https://a:${secret}@h.example/`, list: [secret], [secret]: 1, apiKey: secret }
  meter.createCounter('other.calls').add(1, attributes)
  meter.createHistogram('other.time').record(1, attributes)
  meter.createObservableGauge('other.now').addCallback(result => result.observe(1, attributes))
}

function otherLog(secret: string): void {
  logs.getLogger('other').emit({ body: { said: secret }, attributes: { note: secret, list: [secret] } })
  logs.getLogger('other').emit({ body: `said ${secret}` })
}
