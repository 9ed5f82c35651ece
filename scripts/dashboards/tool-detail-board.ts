import { type Dashboard, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard'
import { ATTR, METRIC } from '../../src/observe/names.js'
import { board } from './board.js'
import { heatmap, lines, stat, THIRD } from './panels.js'
import {
  durationOfRuns,
  ERROR,
  failedShare,
  OF_TOOL,
  OUTCOME,
  quantile,
  RAN,
  rate,
  rateOfMeasured,
  TOOL,
  WITH_ERROR,
} from './queries.js'
import { label, series } from './series.js'
import { traceLinks } from './trace-links.js'

const AGENT = label(ATTR.agentName)
const HOOK = label(ATTR.hookName)
const TARGET = label(ATTR.transformTarget)
const PHASE = label(ATTR.transformPhase)
const DIRECTION = label(ATTR.payloadDirection)

/** One tool, from every side. */
export function toolDetailBoard(): Dashboard {
  return board({
    uid: 'toolspan-tool',
    title: 'Tool detail',
    description: 'One tool from every side. Links lead to the traces of its calls.',
    tools: 'one',
  })
    .withPanel(
      stat({
        title: 'Calls',
        description: 'Calls that ended each second.',
        unit: 'reqps',
        span: 6,
        queries: [{ expr: rate(METRIC.toolCalls, [TOOL]), legend: 'calls' }],
        links: traceLinks([ATTR.toolName]),
      }),
    )
    .withPanel(
      stat({
        title: 'Failed',
        description: 'Share of calls that ended with an error status.',
        unit: 'percentunit',
        span: 6,
        queries: [{ expr: failedShare([]), legend: 'failed' }],
      }),
    )
    .withPanel(
      stat({
        title: 'p99',
        description: 'One of a hundred calls whose tool ran was slower.',
        unit: 's',
        span: 6,
        queries: [{ expr: durationOfRuns(0.99, []), legend: 'p99' }],
      }),
    )
    .withPanel(
      stat({
        title: 'Running now',
        description: 'Calls that have begun and not ended.',
        unit: 'short',
        span: 6,
        queries: [{ expr: `sum(${series(METRIC.toolActive, OF_TOOL)})`, legend: 'running' }],
      }),
    )
    .withPanel(
      lines({
        title: 'Calls by outcome',
        description: 'How its calls ended.',
        unit: 'reqps',
        stacked: true,
        queries: [{ expr: rate(METRIC.toolCalls, [TOOL, OUTCOME]), legend: `{{${OUTCOME}}}` }],
        links: traceLinks([ATTR.toolName, ATTR.outcome]),
      }),
    )
    .withPanel(
      lines({
        title: 'Failures by type',
        description: 'The class of what was thrown, or what failed.',
        unit: 'reqps',
        stacked: true,
        queries: [
          {
            expr: rateOfMeasured(METRIC.executeToolDuration, [TOOL, ERROR], [...OF_TOOL, WITH_ERROR]),
            legend: `{{${ERROR}}}`,
          },
        ],
        links: traceLinks([ATTR.toolName, ATTR.errorType]),
      }),
    )
    .withPanel(
      lines({
        title: 'Duration',
        description: 'Of calls whose tool ran. Durations leave out hooks and transforms.',
        unit: 's',
        queries: [0.5, 0.9, 0.99].map(q => ({
          expr: durationOfRuns(q, [TOOL]),
          legend: `p${q * 100}`,
        })),
        links: traceLinks([ATTR.toolName]),
      }),
    )
    .withPanel(
      heatmap({
        title: 'Durations',
        description: 'How many calls took how long.',
        unit: 's',
        expr: `sum by (le) (increase(${series(METRIC.executeToolDuration, [...OF_TOOL, RAN], '_bucket')}[$__rate_interval]))`,
      }),
    )
    .withPanel(
      lines({
        title: 'p99 by outcome',
        description: 'What failed may have taken longer, or been given up early.',
        unit: 's',
        span: THIRD,
        queries: [{ expr: durationOfRuns(0.99, [TOOL, OUTCOME]), legend: `{{${OUTCOME}}}` }],
        links: traceLinks([ATTR.toolName, ATTR.outcome]),
      }),
    )
    .withPanel(
      lines({
        title: 'Runs by agent',
        description: 'Which agent had it run, where agents are named.',
        unit: 'reqps',
        span: THIRD,
        stacked: true,
        queries: [{ expr: rateOfMeasured(METRIC.executeToolDuration, [AGENT]), legend: `{{${AGENT}}}` }],
      }),
    )
    .withPanel(
      lines({
        title: 'Retries and late ends',
        description:
          "Attempts after the first, and runs that settled after their call had ended. Needs metrics: 'all'.",
        unit: 'ops',
        span: THIRD,
        queries: [
          { expr: rate(METRIC.retries, []), legend: 'retries' },
          { expr: rate(METRIC.toolLate, []), legend: 'late' },
        ],
      }),
    )
    .withRow(new RowBuilder('What runs around it'))
    .withPanel(
      lines({
        title: 'Hooks, p99',
        description: 'How long its hooks take. They are not part of the duration.',
        unit: 's',
        span: THIRD,
        queries: [{ expr: quantile(0.99, METRIC.hookDuration, [HOOK]), legend: `{{${HOOK}}}` }],
      }),
    )
    .withPanel(
      lines({
        title: 'Transforms, p99',
        description: 'How long its transforms take.',
        unit: 's',
        span: THIRD,
        queries: [
          {
            expr: quantile(0.99, METRIC.transformDuration, [TARGET, PHASE]),
            legend: `{{${TARGET}}} {{${PHASE}}}`,
          },
        ],
      }),
    )
    .withPanel(
      lines({
        title: 'Size of payloads, p99',
        description: "Needs metrics: 'all' and capture: 'redacted'.",
        unit: 'bytes',
        span: THIRD,
        queries: [{ expr: quantile(0.99, METRIC.payloadSize, [DIRECTION]), legend: `{{${DIRECTION}}}` }],
      }),
    )
    .build()
}
