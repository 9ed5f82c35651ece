import { type Dashboard, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard'
import { ATTR, METRIC } from '../../src/observe/names.js'
import { board } from './board.js'
import { lines, THIRD } from './panels.js'
import { ERROR, OF_SERVICE, OF_TOOL, quantile, rate, rateOfMeasured, TOOL, WITH_ERROR } from './queries.js'
import { label } from './series.js'
import { toolLink } from './trace-links.js'

const HOOK = label(ATTR.hookName)
const TARGET = label(ATTR.transformTarget)
const PHASE = label(ATTR.transformPhase)
const RULE = label(ATTR.redactionRule)
const SINK = label(ATTR.redactionSink)

/** What runs around the tools, and what is taken out of their payloads. */
export function hooksBoard(): Dashboard {
  return board({
    uid: 'toolspan-hooks',
    title: 'Hooks, transforms and redaction',
    description:
      'What runs around the tools and never changes their calls; and what is taken out of payloads.',
    tools: 'several',
  })
    .withRow(new RowBuilder('Hooks'))
    .withPanel(
      lines({
        title: 'Runs by hook',
        description: 'Hook runs each second.',
        unit: 'ops',
        span: THIRD,
        stacked: true,
        queries: [{ expr: rateOfMeasured(METRIC.hookDuration, [HOOK]), legend: `{{${HOOK}}}` }],
      }),
    )
    .withPanel(
      lines({
        title: 'Failed hooks',
        description: 'Throws, rejections and overruns. The call they belong to is not affected.',
        unit: 'ops',
        span: THIRD,
        queries: [
          {
            expr: rateOfMeasured(METRIC.hookDuration, [TOOL, HOOK, ERROR], [...OF_TOOL, WITH_ERROR]),
            legend: `{{${TOOL}}} {{${HOOK}}} {{${ERROR}}}`,
          },
        ],
        links: [toolLink()],
      }),
    )
    .withPanel(
      lines({
        title: 'p99 by hook',
        description: 'Not part of the duration of calls; a caller still waits for it.',
        unit: 's',
        span: THIRD,
        queries: [{ expr: quantile(0.99, METRIC.hookDuration, [HOOK]), legend: `{{${HOOK}}}` }],
      }),
    )
    .withRow(new RowBuilder('Transforms'))
    .withPanel(
      lines({
        title: 'Runs by target and phase',
        description: 'Transform runs each second: for display, and for the transcript.',
        unit: 'ops',
        span: THIRD,
        stacked: true,
        queries: [
          {
            expr: rateOfMeasured(METRIC.transformDuration, [TARGET, PHASE]),
            legend: `{{${TARGET}}} {{${PHASE}}}`,
          },
        ],
      }),
    )
    .withPanel(
      lines({
        title: 'Failed transforms',
        description: 'They fail closed: people and the record saw a placeholder instead of the payload.',
        unit: 'ops',
        span: THIRD,
        queries: [
          {
            expr: rateOfMeasured(
              METRIC.transformDuration,
              [TOOL, TARGET, PHASE, ERROR],
              [...OF_TOOL, WITH_ERROR],
            ),
            legend: `{{${TOOL}}} {{${TARGET}}} {{${PHASE}}} {{${ERROR}}}`,
          },
        ],
        links: [toolLink()],
      }),
    )
    .withPanel(
      lines({
        title: 'p99 by target and phase',
        description: 'Not part of the duration of calls.',
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
    .withRow(new RowBuilder("Redaction: needs metrics: 'all'"))
    .withPanel(
      lines({
        title: 'Redactions by rule',
        description: 'What was recognised and taken out. A new rule here may be a new leak in a tool.',
        unit: 'ops',
        stacked: true,
        queries: [{ expr: rate(METRIC.redactions, [RULE], [OF_SERVICE]), legend: `{{${RULE}}}` }],
      }),
    )
    .withPanel(
      lines({
        title: 'Redactions by sink',
        description: 'Where it would have gone.',
        unit: 'ops',
        stacked: true,
        queries: [{ expr: rate(METRIC.redactions, [SINK], [OF_SERVICE]), legend: `{{${SINK}}}` }],
      }),
    )
    .build()
}
