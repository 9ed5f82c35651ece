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
import { slowestTools } from './slowest-tools.js'
import { toolLink, traceLinks } from './trace-links.js'

const byTool = [...traceLinks([ATTR.toolName]), toolLink()]
const DIRECTION = label(ATTR.payloadDirection)

/** All tools beside each other: how much, how well, how fast. */
export function toolsBoard(): Dashboard {
  return board({
    uid: 'toolspan-tools',
    title: 'Tools',
    description: 'All tools beside each other: how often they are called, how they end, how long they take.',
    tools: 'several',
  })
    .withPanel(
      stat({
        title: 'Calls',
        description: 'Calls that ended each second.',
        unit: 'reqps',
        queries: [{ expr: rate(METRIC.toolCalls, []), legend: 'calls' }],
      }),
    )
    .withPanel(
      stat({
        title: 'Failed',
        description: 'Share of calls that ended with an error status. Denied and cancelled calls are none.',
        unit: 'percentunit',
        queries: [{ expr: failedShare([]), legend: 'failed' }],
      }),
    )
    .withPanel(
      stat({
        title: 'p50',
        description: 'Half of the calls whose tool ran were faster.',
        unit: 's',
        queries: [{ expr: durationOfRuns(0.5, []), legend: 'p50' }],
      }),
    )
    .withPanel(
      stat({
        title: 'p99',
        description: 'One of a hundred calls whose tool ran was slower.',
        unit: 's',
        queries: [{ expr: durationOfRuns(0.99, []), legend: 'p99' }],
      }),
    )
    .withPanel(
      stat({
        title: 'Running now',
        description: 'Calls that have begun and not ended.',
        unit: 'short',
        queries: [{ expr: `sum(${series(METRIC.toolActive, OF_TOOL)})`, legend: 'running' }],
      }),
    )
    .withPanel(
      stat({
        title: 'Tools',
        description: 'Tools that have been called. A service reports 200 by name; further ones are _OTHER.',
        unit: 'short',
        queries: [
          { expr: `count(sum by (${TOOL}) (${series(METRIC.toolCalls, OF_TOOL)}))`, legend: 'tools' },
        ],
      }),
    )
    .withRow(new RowBuilder('How much, and how it ends'))
    .withPanel(
      lines({
        title: 'Calls by tool',
        description: 'Calls that ended each second, by tool.',
        unit: 'reqps',
        stacked: true,
        queries: [{ expr: rate(METRIC.toolCalls, [TOOL]), legend: `{{${TOOL}}}` }],
        links: byTool,
      }),
    )
    .withPanel(
      lines({
        title: 'Calls by outcome',
        description: 'How calls ended: the same word that stands on their spans, logs and transcripts.',
        unit: 'reqps',
        stacked: true,
        queries: [{ expr: rate(METRIC.toolCalls, [OUTCOME]), legend: `{{${OUTCOME}}}` }],
        links: traceLinks([ATTR.outcome]),
      }),
    )
    .withPanel(
      lines({
        title: 'Share that failed, by tool',
        description: 'Calls with an error status among all calls of the tool; 0 where none failed.',
        unit: 'percentunit',
        max: 1,
        queries: [{ expr: failedShare([TOOL]), legend: `{{${TOOL}}}` }],
        links: byTool,
      }),
    )
    .withPanel(
      lines({
        title: 'Failures by type',
        description: 'The class of what was thrown, or what failed: input_invalid, timeout, tool_error.',
        unit: 'reqps',
        stacked: true,
        queries: [
          {
            expr: rateOfMeasured(METRIC.executeToolDuration, [ERROR], [...OF_TOOL, WITH_ERROR]),
            legend: `{{${ERROR}}}`,
          },
        ],
        links: traceLinks([ATTR.errorType]),
      }),
    )
    .withRow(new RowBuilder('How long it takes: calls whose tool ran'))
    .withPanel(
      lines({
        title: 'p50 by tool',
        description: 'Half of the calls were faster. Durations leave out hooks and transforms.',
        unit: 's',
        span: THIRD,
        queries: [{ expr: durationOfRuns(0.5, [TOOL]), legend: `{{${TOOL}}}` }],
        links: byTool,
      }),
    )
    .withPanel(
      lines({
        title: 'p90 by tool',
        description: 'One of ten calls was slower.',
        unit: 's',
        span: THIRD,
        queries: [{ expr: durationOfRuns(0.9, [TOOL]), legend: `{{${TOOL}}}` }],
        links: byTool,
      }),
    )
    .withPanel(
      lines({
        title: 'p99 by tool',
        description: 'One of a hundred calls was slower.',
        unit: 's',
        span: THIRD,
        queries: [{ expr: durationOfRuns(0.99, [TOOL]), legend: `{{${TOOL}}}` }],
        links: byTool,
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
    .withPanel(slowestTools())
    .withRow(new RowBuilder('How much at once, and how large'))
    .withPanel(
      lines({
        title: 'Running now',
        description: 'Calls that have begun and not ended, by tool.',
        unit: 'short',
        stacked: true,
        queries: [
          { expr: `sum by (${TOOL}) (${series(METRIC.toolActive, OF_TOOL)})`, legend: `{{${TOOL}}}` },
        ],
        links: byTool,
      }),
    )
    .withPanel(
      lines({
        title: 'Size of payloads',
        description:
          "Of inputs and outputs that were serialised for spans. Needs metrics: 'all' and capture: 'redacted'.",
        unit: 'bytes',
        queries: [0.5, 0.99].map(q => ({
          expr: quantile(q, METRIC.payloadSize, [DIRECTION]),
          legend: `p${q * 100} {{${DIRECTION}}}`,
        })),
      }),
    )
    .build()
}
