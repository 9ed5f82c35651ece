import { type Dashboard, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard'
import { ATTR, METRIC } from '../../src/observe/names.js'
import { board } from './board.js'
import { lines, stat, THIRD } from './panels.js'
import { OF_TOOL, OUTCOME, quantile, rate, rateOfMeasured, TOOL } from './queries.js'
import { label, series } from './series.js'
import { toolLink, traceLinks } from './trace-links.js'

const DECISION = label(ATTR.approvalDecision)

// Processes that share a store of waiting calls all tell what waits in it.
const waitingByTool = `max by (${TOOL}) (${series(METRIC.approvalPending, OF_TOOL)})`

const byTool = [...traceLinks([ATTR.toolName]), toolLink()]

/** Calls that wait for a person, and work that runs behind. */
export function waitingBoard(): Dashboard {
  return board({
    uid: 'toolspan-waiting',
    title: 'Approval and background',
    description: 'Calls that wait for a person, and work that goes on after its call.',
    tools: 'several',
  })
    .withPanel(
      stat({
        title: 'Waiting for a decision',
        description: 'Calls that wait for somebody to approve or deny them.',
        unit: 'short',
        span: 6,
        queries: [{ expr: `sum(${waitingByTool})`, legend: 'waiting' }],
      }),
    )
    .withPanel(
      stat({
        title: 'Longest wait now',
        description: 'How long the oldest of them has waited.',
        unit: 's',
        span: 6,
        queries: [{ expr: `max(${series(METRIC.approvalOldestAge, OF_TOOL)})`, legend: 'oldest' }],
      }),
    )
    .withPanel(
      stat({
        title: 'Denied',
        description: 'Calls that somebody denied each second.',
        unit: 'reqps',
        span: 6,
        queries: [
          { expr: rate(METRIC.toolCalls, [], [...OF_TOOL, `${OUTCOME}="denied"`]), legend: 'denied' },
        ],
      }),
    )
    .withPanel(
      stat({
        title: 'Sent to the background',
        description: 'Calls each second whose work goes on after them, or elsewhere.',
        unit: 'reqps',
        span: 6,
        queries: [
          {
            expr: rate(METRIC.toolCalls, [], [...OF_TOOL, `${OUTCOME}="dispatched"`]),
            legend: 'dispatched',
          },
        ],
      }),
    )
    .withRow(new RowBuilder('Waiting for a person'))
    .withPanel(
      lines({
        title: 'Waiting for a decision, by tool',
        description: 'Calls that wait for somebody to approve or deny them.',
        unit: 'short',
        span: THIRD,
        stacked: true,
        queries: [{ expr: waitingByTool, legend: `{{${TOOL}}}` }],
        links: byTool,
      }),
    )
    .withPanel(
      lines({
        title: 'Longest wait, by tool',
        description: 'Age of the oldest call that waits.',
        unit: 's',
        span: THIRD,
        queries: [
          { expr: `max by (${TOOL}) (${series(METRIC.approvalOldestAge, OF_TOOL)})`, legend: `{{${TOOL}}}` },
        ],
        links: byTool,
      }),
    )
    .withPanel(
      lines({
        title: 'Decisions',
        description: 'Decisions each second: approved, modified, denied.',
        unit: 'ops',
        span: THIRD,
        stacked: true,
        queries: [
          { expr: rateOfMeasured(METRIC.approvalWaitDuration, [DECISION]), legend: `{{${DECISION}}}` },
        ],
      }),
    )
    .withPanel(
      lines({
        title: 'Wait for a decision',
        description: 'From asking to deciding. It is not part of the duration of calls.',
        unit: 's',
        queries: [0.5, 0.9].map(q => ({
          expr: quantile(q, METRIC.approvalWaitDuration, [TOOL]),
          legend: `p${q * 100} {{${TOOL}}}`,
        })),
        links: byTool,
      }),
    )
    .withPanel(
      lines({
        title: 'Wait of suspended calls',
        description: 'From suspending to resuming.',
        unit: 's',
        queries: [0.5, 0.9].map(q => ({
          expr: quantile(q, METRIC.suspendWaitDuration, [TOOL]),
          legend: `p${q * 100} {{${TOOL}}}`,
        })),
        links: byTool,
      }),
    )
    .withRow(new RowBuilder('In the background'))
    .withPanel(
      lines({
        title: 'Wait for a turn',
        description: 'From dispatch to the first attempt.',
        unit: 's',
        span: THIRD,
        queries: [0.5, 0.99].map(q => ({
          expr: quantile(q, METRIC.taskQueueDuration, [TOOL]),
          legend: `p${q * 100} {{${TOOL}}}`,
        })),
        links: byTool,
      }),
    )
    .withPanel(
      lines({
        title: 'Retries',
        description: "Attempts after the first, each second. Needs metrics: 'all'.",
        unit: 'ops',
        span: THIRD,
        queries: [{ expr: rate(METRIC.retries, [TOOL]), legend: `{{${TOOL}}}` }],
        links: byTool,
      }),
    )
    .withPanel(
      lines({
        title: 'Late ends',
        description: 'Runs that settled after their call had ended: work that a deadline did not stop.',
        unit: 'ops',
        span: THIRD,
        queries: [{ expr: rate(METRIC.toolLate, [TOOL]), legend: `{{${TOOL}}}` }],
        links: byTool,
      }),
    )
    .build()
}
