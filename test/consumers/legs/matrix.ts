import { describe, expect, test } from 'vitest'
import { type Arrived, normalise, type Received } from '../support/arrived.js'
import { type Consumer, runProgram } from '../support/consumers.js'
import { NODE_VERSIONS } from '../support/nodes.js'
import type { Results } from '../support/results.js'

export const MODULE_SYSTEMS = { ESM: 'esm.mjs', CommonJS: 'cjs.cjs' } as const

interface Report {
  outcomes: string[]
  entries: string[]
  report: { ok: boolean; problems: string[] }
  received: Received
}

/** The same program on each Node, line and module system; what arrives at a collector must be the same. */
export function describeMatrix(world: { consumers: Consumer[] }, results: Results): void {
  let first: Arrived | undefined

  const cells = ['2.x', '3.x'].flatMap(line =>
    NODE_VERSIONS.flatMap(version => Object.keys(MODULE_SYSTEMS).map(system => ({ line, version, system }))),
  )
  describe('the matrix', () => {
    test.for(cells.map(cell => [titleOf(cell), cell] as const))(
      '%s: the same spans, metrics and logs arrive',
      async ([, { line, version, system }]) => {
        await results.note('cells', `${line} ${system}`, version, async () => {
          const consumer = world.consumers.find(one => one.line.name === line && one.node.version === version)
          const program = MODULE_SYSTEMS[system as keyof typeof MODULE_SYSTEMS]
          const { received, ...rest } = (await runProgram(consumer!, [program])) as Report
          expect(rest).toMatchObject({
            outcomes: ['ok', 'error', 'not_found'],
            entries: ['function', 'function', 'function', 'function'],
            report: { ok: true, problems: [] },
          })
          const arrived = normalise(received)
          expectAll(arrived)
          first ??= arrived
          expect(arrived).toEqual(first)
        })
      },
    )
  })
}

function titleOf({ line, version, system }: { line: string; version: string; system: string }): string {
  return `OpenTelemetry ${line} on Node ${version}, ${system}`
}

/** Guards against twelve cells that agree on nothing having arrived. */
function expectAll({ spans, logs, metrics }: Arrived): void {
  expect(spans).toMatchObject([
    { name: 'execute_tool _OTHER', status: { code: 'error' }, serviceName: 'consumer' },
    {
      name: 'execute_tool add',
      status: { code: 'unset' },
      scopeName: 'toolspan',
      attributes: { 'gen_ai.tool.call.id': 'call_1', 'toolspan.outcome': 'ok' },
      events: [{ name: 'adding', attributes: { count: 2 } }],
    },
    { name: 'execute_tool fail', status: { code: 'error' }, attributes: { 'error.type': 'TypeError' } },
    { name: 'sum', parent: 'execute_tool add', attributes: { terms: 2 } },
  ])
  expect(logs).toMatchObject([
    { body: 'adding', severityText: 'WARN', span: 'execute_tool add', attributes: { count: 2 } },
    { body: 'add ended ok', span: 'execute_tool add' },
    { body: 'fail ended error', severityText: 'ERROR', span: 'execute_tool fail' },
    { body: '_OTHER ended not_found', span: 'execute_tool _OTHER' },
  ])
  expect(metrics).toMatchObject([
    { name: 'gen_ai.execute_tool.duration', unit: 's', points: [{ count: 1 }, { count: 1 }, { count: 1 }] },
    { name: 'toolspan.tool.active', points: [{ asDouble: 0 }, { asDouble: 0 }, { asDouble: 0 }] },
    { name: 'toolspan.tool.calls', points: [{ asDouble: 1 }, { asDouble: 1 }, { asDouble: 1 }] },
  ])
  expect(JSON.stringify({ spans, logs })).not.toContain('hunter2-hunter2')
}
