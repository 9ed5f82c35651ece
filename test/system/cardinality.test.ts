import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createRuntime, createTool } from 'toolspan'
import { expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '../../src/cli/silent-logger.js'
import { startTelemetry } from '../../src/exporters/start-telemetry.js'
import { readSamples } from './support/exposition.js'
import { freePorts } from './support/free-ports.js'

const guide = readFileSync(fileURLToPath(new URL('../../docs/guides/prometheus.md', import.meta.url)), 'utf8')

/** The most series that the guide promises of a core metric, whatever is called. */
function promised(metric: string): number {
  const table = guide.slice(guide.indexOf('## How many series'))
  const row = table.split('\n').find(line => line.startsWith(`| \`${metric}\` |`))
  return Number(row?.split('|').at(-2)?.replaceAll(' ', ''))
}

const CORE = [
  'gen_ai.execute_tool.duration',
  'toolspan.tool.calls',
  'toolspan.tool.active',
  'toolspan.hook.duration',
  'toolspan.transform.duration',
]

const TOOLS = 5_000
const ERROR_CLASSES = 1_000
/** One call every four seconds. */
const CALLS_OF_A_DAY = 21_600

test('Five thousand tools, a thousand classes of errors and a day of calls stay within the series that the guide states', async () => {
  const [port] = (await freePorts(1)) as [number]
  const telemetry = await startTelemetry({ local: false, prometheus: { port } })
  onTestFinished(async () => {
    await telemetry.shutdown()
  })
  const tools = Array.from({ length: TOOLS }, (_, n) =>
    createTool({
      id: `tool-${n}`,
      description: 'One of very many',
      onInputAvailable: () => {
        throw nextError()
      },
      transform: {
        transcript: {
          output: () => {
            throw nextError()
          },
        },
      },
      execute: fails => {
        if (fails) throw nextError()
      },
    }),
  )
  const runtime = createRuntime({ tools, logger: silentLogger, transcript: { append: () => {} } })
  for (let n = 0; n < CALLS_OF_A_DAY; n++) {
    const made = n % 100 === 0 ? `made-up-${n}` : `tool-${n % TOOLS}`
    await runtime.call(made, n % 3 === 0)
  }

  const samples = await readSamples(`http://127.0.0.1:${port}/metrics`)
  for (const metric of CORE) {
    const name = metric.replaceAll('.', '_')
    const own = samples.filter(sample => sample.name.replace(/_(bucket|count|sum|total)$/, '') === name)
    const tools = new Set(own.map(({ labels }) => labels['gen_ai_tool_name']))
    expect([metric, own.length > 0, own.length <= promised(metric)]).toEqual([metric, true, true])
    expect(tools.size).toBeLessThanOrEqual(201)
  }
  const calls = samples.filter(({ name }) => name === 'toolspan_tool_calls_total')
  expect(calls.reduce((sum, { value }) => sum + value, 0)).toBe(CALLS_OF_A_DAY)
}, 120_000)

let thrown = 0

/** An error of another class each time. */
function nextError(): Error {
  thrown += 1
  return Object.assign(new Error('failed'), { name: `Problem${(thrown * 7) % ERROR_CLASSES}` })
}
