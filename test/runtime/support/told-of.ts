import { createTool, type ToolSchema } from 'toolspan'
import { createTestRuntime } from 'toolspan/testing'
import { METRIC } from '../../../src/observe/names.js'

// Ids and times are new for each run, and may hold any digits.
const MADE_UP = /(trace|span|call)[._]?id$|^ts$|^sum$|duration_?ms$/i

/** What everyone but the model was told of a refused input, as one text, and what the model was told. */
export interface Told {
  outcome: string
  everyone: string
  /** The safe text of the failure. */
  message: string
  model: string
}

/** Calls a tool whose input does not fit, by both doors, and collects every word that came out. */
export async function toldOf(inputSchema: ToolSchema, input: unknown): Promise<Told> {
  const tool = createTool({ id: 'form', description: 'Form', inputSchema, execute: async () => 'ran' })
  const t = createTestRuntime({ tools: [tool], metrics: 'all', capture: 'none' })
  const result = await t.call('form', input as never)
  const returned = await t.tool('form').execute(input as never)
  const metrics = await Promise.all(Object.values(METRIC).map(t.metric))
  const failure = { ...result.error, modelMessage: undefined }
  const sinks = [t.spans(), t.logs(), t.lines(), t.events(), t.transcript(), metrics]
  const views = [await result.view('display'), await result.view('transcript')]
  return {
    outcome: result.outcome,
    everyone: JSON.stringify([sinks, views, failure, returned], (key, value) =>
      MADE_UP.test(key) ? '' : value,
    ),
    message: result.error?.message ?? '',
    model: result.error?.modelMessage ?? '',
  }
}
