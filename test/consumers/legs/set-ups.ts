import { describe, expect, test } from 'vitest'
import { addFixtures, type Consumer, runProgram } from '../support/consumers.js'
import { NODE_VERSIONS } from '../support/nodes.js'
import { npmOrThrow } from '../support/npm.js'
import type { Results } from '../support/results.js'
import type { Workspace } from '../support/workspace.js'

const CALLED = { outcomes: ['ok', 'error', 'not_found'] }
const ARRIVED = {
  ...CALLED,
  spans: ['execute_tool add > sum', 'execute_tool add', 'execute_tool fail', 'execute_tool _OTHER'],
  logs: ['WARN adding', 'DEBUG add ended ok', 'ERROR fail ended error', 'WARN _OTHER ended not_found'],
  metrics: ['gen_ai.execute_tool.duration', 'toolspan.tool.active', 'toolspan.tool.calls'],
}

interface SetUp {
  name: string
  args: string[]
  expected: object
  /** Packages that the application has besides, at the version of `sdk-node`. */
  extra?: string[]
}

/** What applications have of their own, and what must reach their exporters. */
export const SET_UPS: readonly SetUp[] = [
  {
    name: 'their own `NodeSDK`, nothing of `toolspan/exporters`',
    args: ['own-node-sdk.mjs'],
    expected: ARRIVED,
  },
  {
    name: 'providers given to `createRuntime`, none registered',
    args: ['injected-providers.mjs'],
    expected: { ...ARRIVED, registered: [] },
  },
  {
    name: 'no OpenTelemetry set-up',
    args: ['no-provider.mjs'],
    expected: { ...CALLED, output: { sum: 3 }, hasTraceId: false, registered: [] },
  },
  {
    name: '`NodeSDK` preloaded with `--import`',
    args: ['--import', './preload.mjs', 'preloaded-app.mjs'],
    expected: ARRIVED,
  },
  {
    name: 'several runtimes in one process, each with its own spans',
    args: ['several-runtimes.mjs'],
    expected: {
      outputs: ['first', 'second', 'shared'],
      spans: ['first', 'second', 'shared'].map(id => [
        `execute_tool ${id} > ${id} inside`,
        `execute_tool ${id}`,
      ]),
    },
  },
  {
    name: '`redactSpans()` around their exporter, HTTP spans under a tool included',
    args: ['http-under-tool.cjs'],
    extra: ['@opentelemetry/instrumentation-http'],
    expected: {
      output: 200,
      spans: ['execute_tool read-page > GET', 'execute_tool read-page'],
      secretInBare: true,
      secretInWrapped: false,
    },
  },
]

export function describeSetUps(
  world: { workspace: Workspace; consumers: Consumer[] },
  results: Results,
): void {
  const cases = SET_UPS.flatMap(setUp =>
    ['2.x', '3.x'].flatMap(line => NODE_VERSIONS.map(version => ({ ...setUp, line, version }))),
  )
  describe("a user's own set-up", () => {
    test.for(cases.map(one => [one.line, one.version, one.name, one] as const))(
      'OpenTelemetry %s on Node %s: %s',
      async ([, , , { name, line, version, ...setUp }]) => {
        await results.note('set-ups', name, `${line} on ${version}`, async () => {
          const consumer = world.consumers.find(
            one => one.line.name === line && one.node.version === version,
          )!
          const extra = setUp.extra?.map(one => `${one}@${consumer.line.version}`)
          if (extra) await npmOrThrow(['install', ...extra], { cwd: consumer.dir, node: consumer.node.path })
          expect(await runProgram(consumer, setUp.args)).toMatchObject(setUp.expected)
        })
      },
    )

    test('An application on the first SDK of the 2.x line installs toolspan beside it and keeps its exporters', async () => {
      const { node } = world.consumers[0]!
      const dir = world.workspace.project('first-of-2.x')
      await npmOrThrow(['install', ...FIRST_OF_SECOND_LINE], { cwd: dir, node: node.path })
      await npmOrThrow(['install', world.workspace.tarball], { cwd: dir, node: node.path })
      addFixtures(dir)
      const spans = ['sum', 'execute_tool add', 'execute_tool fail', 'execute_tool _OTHER']
      const arrived = await runProgram({ dir, node }, ['first-second-line.mjs'])
      expect(arrived).toMatchObject({ ...ARRIVED, spans })
    })
  })
}

export const FIRST_OF_SECOND_LINE = [
  '@opentelemetry/api@1.9.0',
  '@opentelemetry/sdk-node@0.200.0',
  'zod@4.6.7',
]
