import type { MockLanguageModelV3 } from 'ai/test'

type LanguageModelV3CallOptions = Parameters<MockLanguageModelV3['doGenerate']>[0]
type Streamed = Awaited<ReturnType<MockLanguageModelV3['doStream']>>['stream']
type LanguageModelV3StreamPart = Streamed extends ReadableStream<infer TPart> ? TPart : never

/** The AI SDK of the version under test; of both, as the types of version 6 know it. */
export interface Sdk {
  version: 6 | 7
  ai: typeof import('ai')
  mock: typeof import('ai/test')
}

/** What a model says in one turn: text, or calls of tools. */
export type Turn = string | readonly ModelCall[]

export interface ModelCall {
  id: string
  tool: string
  /** The input, or its text as the model writes it. */
  input: unknown
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
}

/** Returns a mock model of the SDK's own that says one turn after the other, and the prompts it was given. */
export function scripted({ mock }: Sdk, turns: readonly Turn[]) {
  const prompts: LanguageModelV3CallOptions[] = []
  let next = 0
  const turn = (options: LanguageModelV3CallOptions) => {
    // What the SDK goes on to change is not what the model was given.
    prompts.push({ ...options, prompt: structuredClone(options.prompt) })
    const said = turns[next]
    next += 1
    if (said === undefined) throw new Error('the model has nothing more to say')
    return said
  }
  const { MockLanguageModelV3 } = mock
  const model = new MockLanguageModelV3({
    doGenerate: async options => {
      const said = turn(options)
      return {
        content:
          typeof said === 'string'
            ? [{ type: 'text', text: said }]
            : said.map(call => ({
                type: 'tool-call',
                toolCallId: call.id,
                toolName: call.tool,
                input: textOf(call.input),
              })),
        finishReason: { unified: typeof said === 'string' ? 'stop' : 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      }
    },
    doStream: async options => {
      const said = turn(options)
      return { stream: streamOf(typeof said === 'string' ? textParts(said) : said.flatMap(callParts), said) }
    },
  })
  return { model, prompts }
}

function streamOf(parts: LanguageModelV3StreamPart[], said: Turn): ReadableStream<LanguageModelV3StreamPart> {
  const unified = typeof said === 'string' ? ('stop' as const) : ('tool-calls' as const)
  const all: LanguageModelV3StreamPart[] = [
    { type: 'stream-start', warnings: [] },
    ...parts,
    { type: 'finish', finishReason: { unified, raw: undefined }, usage },
  ]
  return new ReadableStream({
    async pull(controller) {
      // A model's pieces come one by one.
      await new Promise(resolve => setImmediate(resolve))
      const part = all.shift()
      if (part) controller.enqueue(part)
      else controller.close()
    },
  })
}

function textParts(text: string): LanguageModelV3StreamPart[] {
  return [
    { type: 'text-start', id: 'text-1' },
    { type: 'text-delta', id: 'text-1', delta: text },
    { type: 'text-end', id: 'text-1' },
  ]
}

/** Pieces of an input are cut anywhere. */
function callParts({ id, tool: toolName, input }: ModelCall): LanguageModelV3StreamPart[] {
  const text = textOf(input)
  return [
    { type: 'tool-input-start', id, toolName },
    ...(text.match(/[\s\S]{1,5}/g) ?? []).map(delta => ({ type: 'tool-input-delta' as const, id, delta })),
    { type: 'tool-input-end', id },
    { type: 'tool-call', toolCallId: id, toolName, input: text },
  ]
}

function textOf(input: unknown): string {
  return typeof input === 'string' ? input : JSON.stringify(input)
}

/** Returns the results of tools in the last prompt a model was given. */
export function toolResultsIn({ prompts }: { prompts: LanguageModelV3CallOptions[] }): unknown[] {
  const last = prompts.at(-1)?.prompt ?? []
  return last.flatMap(({ role, content }) =>
    role === 'tool' ? content.flatMap(part => (part.type === 'tool-result' ? [part.output] : [])) : [],
  )
}
