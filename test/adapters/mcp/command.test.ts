import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { findTraces } from 'toolspan/exporters'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Command, startCommand, startHttp } from './support/command.js'
import { type ClientOptions, connectV1, connectV2, type TestClient } from './support/pairs.js'
import { BIN, servedModule } from './support/served-module.js'

const { cwd, module } = servedModule()
const stdio = { command: process.execPath, args: [BIN, 'mcp', module], cwd, stderr: 'pipe' as const }
let http: Command & { url: string }

beforeAll(async () => {
  http = await startHttp(cwd)
})

afterAll(async () => {
  http.child.kill('SIGTERM')
  expect(await http.exited).toBe(143)
})

const ways: [name: string, connect: (options: ClientOptions) => Promise<TestClient>][] = [
  ['SDK v1 over stdio', options => connectV1(new StdioV1(stdio), options)],
  ['SDK v2 over stdio', options => connectV2(new StdioV2(stdio), options)],
  ['SDK v1 over HTTP', options => connectV1(new HttpV1(new URL(http.url)), options)],
  ['SDK v2 over HTTP', options => connectV2(new HttpV2(new URL(http.url)), options)],
]

describe.each(ways)('toolspan mcp to a client of %s', (_name, connect) => {
  let client: TestClient

  beforeAll(async () => {
    client = await connect({ answer: () => ({ action: 'accept', content: {} }) })
  })

  afterAll(() => client.close())

  test('lists and calls the tools of a module', async () => {
    expect((await client.list()).map(({ name }) => name).sort()).toEqual(['add', 'noisy', 'remove', 'slow'])
    const result = await client.call({ name: 'add', arguments: { a: 1, b: 2 } })
    expect(result).toMatchObject({
      content: [{ type: 'text', text: '{"sum":3}' }],
      structuredContent: { sum: 3 },
    })
  })

  test('keeps what a tool prints out of the protocol', async () => {
    expect((await client.call({ name: 'noisy' })).content[0]?.text).toBe('quiet')
    expect((await client.call({ name: 'add', arguments: { a: 2, b: 2 } })).structuredContent).toEqual({
      sum: 4,
    })
  })

  test('tells progress while a call goes on', async () => {
    const told: unknown[] = []
    const result = await client.call({ name: 'slow' }, { onprogress: one => told.push(one) })
    expect([result.content[0]?.text, told]).toEqual(['whole', [{ progress: 1, message: 'half' }]])
  })

  test('asks the person at the client for approval', async () => {
    expect(await client.call({ name: 'remove' })).toMatchObject({ structuredContent: { removed: true } })
  })

  test('answers an unknown tool with the error of the protocol', async () => {
    await expect(client.call({ name: 'nothing' })).rejects.toMatchObject({ code: -32602 })
  })
})

describe('toolspan mcp over stdio', () => {
  const initialize = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tests', version: '1' } },
  }
  const call = (id: number, name: string) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } })
  const write = (command: Command, ...messages: object[]) =>
    command.child.stdin?.end(messages.map(message => `${JSON.stringify(message)}\n`).join(''))

  test('writes nothing but the protocol, answers all it was asked, and ends with 0 when standard input ends', async () => {
    const command = startCommand([module], cwd)
    write(command, initialize, call(2, 'noisy'), call(3, 'slow'))
    expect(await command.exited).toBe(0)
    const messages = command
      .out()
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(messages.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([
      ['2.0', 1],
      ['2.0', 2],
      ['2.0', 3],
    ])
    expect(command.err()).toContain('on standard output')
  })

  test('keeps the traces in the local store: the request and under it the call', async () => {
    const traces = join(cwd, '.toolspan', 'traces')
    const text = readdirSync(traces)
      .map(file => readFileSync(join(traces, file), 'utf8'))
      .join('')
    expect(text).toContain('"tools/call noisy"')
    expect(text).toContain('"execute_tool noisy"')
  })

  test('counts a request and its call as one', async () => {
    const { traces } = await findTraces({ dir: join(cwd, '.toolspan'), tool: 'noisy' })
    expect(traces.length).toBeGreaterThan(0)
    expect(traces.map(({ calls, outcome }) => [calls, outcome])).toEqual(traces.map(() => [1, 'ok']))
  })

  test('stops with 130 when it is interrupted, in the middle of a call too', async () => {
    const command = startCommand([module], cwd)
    command.child.stdin?.write(`${JSON.stringify(initialize)}\n${JSON.stringify(call(2, 'slow'))}\n`)
    await expect.poll(command.out, { timeout: 10_000 }).toContain('"id":1')
    command.child.kill('SIGINT')
    expect(await command.exited).toBe(130)
  })
})

describe('toolspan mcp over HTTP', () => {
  /** Asks with any headers, which fetch would not. */
  function ask(headers: Record<string, string>, path = '/mcp', body = '{}'): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const asking = request(new URL(path, http.url), { method: 'POST', headers }, response => {
        response.resume()
        resolve(response.statusCode)
      })
      asking.on('error', reject)
      asking.end(body)
    })
  }
  const accept = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }

  test('listens on the loopback interface alone', () => {
    expect(new URL(http.url).hostname).toBe('127.0.0.1')
  })

  test('refuses a host that is not this machine, which is how a page would reach it', async () => {
    expect(await ask({ ...accept, host: 'attacker.example' })).toBe(403)
    expect(await ask({ ...accept, host: 'attacker.example:80' })).toBe(403)
    expect(await ask({ ...accept, host: 'localhost:80' })).toBe(400)
  })

  test('refuses a page that is not of this machine', async () => {
    expect(await ask({ ...accept, origin: 'https://attacker.example' })).toBe(403)
    expect(await ask({ ...accept, origin: 'null' })).toBe(403)
    expect(await ask({ ...accept, origin: 'http://localhost:5173' })).toBe(400)
  })

  test('takes a host that it is told of', async () => {
    const other = await startHttp(cwd, 'tools.ts', '--allow-host', 'tools.internal')
    const asking = request(other.url, { method: 'POST', headers: { ...accept, host: 'tools.internal' } })
    const status = new Promise(resolve => asking.on('response', ({ statusCode }) => resolve(statusCode)))
    asking.end('{}')
    expect(await status).toBe(400)
    other.child.kill('SIGINT')
    expect(await other.exited).toBe(130)
  })

  test('answers what is no JSON, too large or elsewhere with what HTTP has for it', async () => {
    expect(await ask(accept, '/mcp', '{')).toBe(400)
    expect(await ask(accept, '/other')).toBe(404)
    expect(await ask(accept, '/mcp', `"${'a'.repeat(4 * 1_024 * 1_024)}"`)).toBe(413)
  })
})

describe('a wrong command line', () => {
  test.each([
    ['a port without HTTP', ['tools.ts', '--port', '1'], 'give --http too'],
    ['no port', ['tools.ts', '--http', '--port', 'http'], '"http" is not a port'],
    ['no module', ['none.ts'], 'there is no file none.ts'],
  ])('is told in a sentence: %s', async (_what, args, sentence) => {
    const command = startCommand(args, cwd)
    expect(await command.exited).toBe(2)
    expect([command.out(), command.err()]).toEqual(['', expect.stringContaining(sentence)])
    expect(command.err().trimEnd().split('\n')).toHaveLength(1)
  })

  test('names the port that is in use', async () => {
    const { port } = new URL(http.url)
    const command = startCommand(['tools.ts', '--http', '--port', port], cwd)
    expect(await command.exited).toBe(2)
    expect(command.err()).toContain(`port ${port} is in use; give another with --port`)
  })
})
