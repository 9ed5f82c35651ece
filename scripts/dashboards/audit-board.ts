import { type Dashboard, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard'
import { ATTR, METRIC } from '../../src/observe/names.js'
import { board } from './board.js'
import { HALF, lines, stat } from './panels.js'
import { ERROR, OF_SERVICE, OUTCOME, rate, WITH_ERROR } from './queries.js'
import { label, series } from './series.js'
import { traceLinks } from './trace-links.js'

const RULE = label(ATTR.redactionRule)
const SINK = label(ATTR.redactionSink)
const records = METRIC.transcriptRecords
const written = [OF_SERVICE, `${ERROR}=""`]

/** Whether the record of what was done is whole. */
export function auditBoard(): Dashboard {
  return board({
    uid: 'toolspan-audit',
    title: 'Audit',
    description: "Whether the record of what was done is whole. Needs a transcript and metrics: 'all'.",
    tools: 'none',
  })
    .withPanel(
      stat({
        title: 'Records written',
        description: 'Each second.',
        unit: 'ops',
        span: 6,
        queries: [{ expr: rate(records, [], written), legend: 'written' }],
      }),
    )
    .withPanel(
      stat({
        title: 'Records lost',
        description: 'In the time shown. Anything but 0 is a hole in the record.',
        unit: 'short',
        span: 6,
        queries: [
          {
            expr: `sum(increase(${series(records, [OF_SERVICE, WITH_ERROR])}[$__range])) or vector(0)`,
            legend: 'lost',
          },
        ],
      }),
    )
    .withPanel(
      stat({
        title: 'Records for each call',
        description: 'Two for a call that ran: what was intended, and what came of it.',
        unit: 'short',
        span: 6,
        queries: [
          {
            expr: `${rate(records, [], written)} / ${rate(METRIC.toolCalls, [], [OF_SERVICE])}`,
            legend: 'records',
          },
        ],
      }),
    )
    .withPanel(
      stat({
        title: 'Calls refused for want of a record',
        description: 'Calls in the time shown that did not run because their intent could not be recorded.',
        unit: 'short',
        span: 6,
        queries: [
          {
            expr: `sum(increase(${series(METRIC.toolCalls, [OF_SERVICE, `${OUTCOME}="audit_unavailable"`])}[$__range])) or vector(0)`,
            legend: 'refused',
          },
        ],
      }),
    )
    .withRow(new RowBuilder('Over time'))
    .withPanel(
      lines({
        title: 'Records',
        description: 'Records written each second, beside the calls they belong to.',
        unit: 'ops',
        span: HALF,
        queries: [
          { expr: rate(records, [], written), legend: 'records' },
          { expr: rate(METRIC.toolCalls, [], [OF_SERVICE]), legend: 'calls' },
        ],
      }),
    )
    .withPanel(
      lines({
        title: 'Records that could not be written',
        description: 'By what kept them from being written.',
        unit: 'ops',
        span: HALF,
        queries: [{ expr: rate(records, [ERROR], [OF_SERVICE, WITH_ERROR]), legend: `{{${ERROR}}}` }],
      }),
    )
    .withPanel(
      lines({
        title: 'Calls that people decided, or nobody could record',
        description: 'Calls each second that waited for approval, were denied, or could not be recorded.',
        unit: 'reqps',
        span: HALF,
        stacked: true,
        queries: [
          {
            expr: rate(
              METRIC.toolCalls,
              [OUTCOME],
              [OF_SERVICE, `${OUTCOME}=~"awaiting_approval|denied|audit_unavailable"`],
            ),
            legend: `{{${OUTCOME}}}`,
          },
        ],
        links: traceLinks([ATTR.outcome]),
      }),
    )
    .withPanel(
      lines({
        title: 'Redactions in transcripts, by rule',
        description: 'What was taken out of records before they were written.',
        unit: 'ops',
        span: HALF,
        stacked: true,
        queries: [
          {
            expr: rate(METRIC.redactions, [RULE], [OF_SERVICE, `${SINK}="transcript"`]),
            legend: `{{${RULE}}}`,
          },
        ],
      }),
    )
    .build()
}
