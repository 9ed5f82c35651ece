import { FAILED_RULE } from '../../src/observe/guard-redactor.js'
import { ATTR, METRIC } from '../../src/observe/names.js'
import { ERROR, FAILED, OUTCOME, RAN, TOOL, WITH_ERROR } from './queries.js'
import { label, series } from './series.js'

const SHARE = 'toolspan:tool_calls:failed_share_10m'
const P99 = 'toolspan:execute_tool_duration_seconds:p99_10m'
const of = `job, ${TOOL}`
const calls = METRIC.toolCalls
const duration = METRIC.executeToolDuration
const tool = `{{ $labels.${TOOL} }}`
const toolPage = `/d/toolspan-tool?var-job={{ $labels.job }}&var-tool=${tool}`

/** Calls of a tool in the last ten minutes; too few of them prove nothing. */
const atLeast = (count: number) => `sum by (${of}) (increase(${series(calls)}[10m])) >= ${count}`

/**
 * What was added to a counter in ten minutes. A series begins with its first count, and `increase` sees nothing in a
 * beginning, so the first failure of all would be missed without the second half.
 */
function added(by: readonly string[], selector: string): string {
  const beginning = `${selector} unless ${selector} offset 10m`
  return `sum by (${by.join(', ')}) (increase(${selector}[10m]) > 0 or (${beginning}))`
}

const all = `sum by (${of}) (rate(${series(calls)}[10m]))`
const failed = `sum by (${of}) (rate(${series(calls, [FAILED])}[10m]))`

/** The rules of Prometheus: two that others build on, and the alerts. */
export function alertRules() {
  return {
    groups: [
      {
        name: 'toolspan-recordings',
        interval: '1m',
        rules: [
          { record: SHARE, expr: `(${failed} or 0 * ${all}) / ${all}` },
          {
            record: P99,
            expr: `histogram_quantile(0.99, sum by (le, ${of}) (rate(${series(duration, [RAN], '_bucket')}[10m])))`,
          },
        ],
      },
      { name: 'toolspan-alerts', rules: alerts },
    ],
  }
}

const alerts = [
  {
    alert: 'ToolFailing',
    expr: `${SHARE} > 0.1 and on (${of}) (${atLeast(10)})`,
    for: '5m',
    labels: { severity: 'warning' },
    annotations: {
      summary: `${tool} fails in {{ $value | humanizePercentage }} of its calls`,
      description:
        'More than a tenth of at least ten calls in ten minutes ended with an error status. "Failures by type" says how.',
      dashboard: toolPage,
    },
  },
  {
    alert: 'ToolSlowerThanUsual',
    expr: `${P99} > 2 * quantile_over_time(0.9, ${P99}[1d] offset 1h) and ${P99} > 0.1 and on (${of}) (${atLeast(20)})`,
    for: '10m',
    labels: { severity: 'warning' },
    annotations: {
      summary: `${tool} takes {{ $value | humanizeDuration }} at p99, twice its usual`,
      description:
        'Compared with the p99 of this tool over the day before; a tool without a history, under 100 ms or with fewer than 20 calls is left alone.',
      dashboard: toolPage,
    },
  },
  {
    alert: 'TranscriptIncomplete',
    expr: added(['job', ERROR], series(METRIC.transcriptRecords, [WITH_ERROR])),
    labels: { severity: 'critical' },
    annotations: {
      summary: `{{ $labels.job }} could not write transcript records: {{ $labels.${ERROR} }}`,
      description:
        'The record of what was done has a hole. The logs say which calls: "the transcript could not take a record of".',
      dashboard: '/d/toolspan-audit?var-job={{ $labels.job }}',
    },
  },
  {
    alert: 'ToolCallsRefusedWithoutRecord',
    expr: added(['job', TOOL], series(calls, [`${OUTCOME}="audit_unavailable"`])),
    labels: { severity: 'critical' },
    annotations: {
      summary: `Calls of ${tool} are refused because their intent cannot be recorded`,
      description: 'The transcript has the policy "block" and cannot be written.',
      dashboard: '/d/toolspan-audit?var-job={{ $labels.job }}',
    },
  },
  {
    alert: 'ApprovalWaitingTooLong',
    expr: `max by (${of}) (${series(METRIC.approvalOldestAge)}) > 3600`,
    labels: { severity: 'warning' },
    annotations: {
      summary: `A call of ${tool} has waited {{ $value | humanizeDuration }} for a decision`,
      description:
        'Nobody has approved or denied it for more than an hour: `toolspan pending` lists what waits.',
      dashboard: '/d/toolspan-waiting?var-job={{ $labels.job }}',
    },
  },
  {
    alert: 'TransformFailing',
    expr: added(['job', TOOL, ERROR], series(METRIC.transformDuration, [WITH_ERROR], '_count')),
    labels: { severity: 'warning' },
    annotations: {
      summary: `Transforms of ${tool} fail with {{ $labels.${ERROR} }}`,
      description: 'They fail closed: people and the record got a placeholder instead of the payload.',
      dashboard: '/d/toolspan-hooks?var-job={{ $labels.job }}',
    },
  },
  {
    alert: 'RedactorFailing',
    expr: added(['job'], series(METRIC.redactions, [`${label(ATTR.redactionRule)}="${FAILED_RULE}"`])),
    labels: { severity: 'critical' },
    annotations: {
      summary: 'The redactor of {{ $labels.job }} fails',
      description: 'What it could not redact was replaced as a whole by [REDACTED:failed].',
      dashboard: '/d/toolspan-hooks?var-job={{ $labels.job }}',
    },
  },
  {
    alert: 'HookFailing',
    expr: added(
      ['job', TOOL, label(ATTR.hookName), ERROR],
      series(METRIC.hookDuration, [WITH_ERROR], '_count'),
    ),
    labels: { severity: 'info' },
    annotations: {
      summary: `{{ $labels.${label(ATTR.hookName)} }} of ${tool} fails with {{ $labels.${ERROR} }}`,
      description: 'The calls are not affected; what the hook was to do was not done.',
      dashboard: '/d/toolspan-hooks?var-job={{ $labels.job }}',
    },
  },
]
