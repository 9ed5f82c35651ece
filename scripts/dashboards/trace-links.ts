import { DashboardLinkBuilder } from '@grafana/grafana-foundation-sdk/dashboard'
import { ATTR, SPAN } from '../../src/observe/names.js'
import { label } from './series.js'
import { variable } from './variable.js'

/** Attributes of a call that a series is of, so that its traces can be found by them. */
export type Of = typeof ATTR.toolName | typeof ATTR.outcome | typeof ATTR.errorType

/** Links from a series to the traces of its calls, in Jaeger and in Tempo, over the time that the dashboard shows. */
export function traceLinks(of: readonly Of[]): DashboardLinkBuilder[] {
  const value = (attribute: Of) => variable(`__field.labels.${label(attribute)}`)
  const operation = of.includes(ATTR.toolName) ? SPAN.executeTool(value(ATTR.toolName)) : undefined
  const tags = of.filter(one => one !== ATTR.toolName).map(one => `${one}=${value(one)}`)
  const conditions = of.map(one => `span.${one} = "${value(one)}"`)
  return [
    explore('Traces in Jaeger', 'jaeger', {
      queryType: 'search',
      service: variable('job'),
      ...(operation && { operation }),
      ...(tags.length > 0 && { tags: tags.join(' ') }),
    }),
    explore('Traces in Tempo', 'tempo', {
      queryType: 'traceql',
      query: `{ ${[`span.${ATTR.operationName} = "execute_tool"`, ...conditions].join(' && ')} }`,
    }),
  ]
}

/** A link from a series to the dashboard of its tool. */
export function toolLink(): DashboardLinkBuilder {
  return new DashboardLinkBuilder('This tool').url(toolUrl(`__field.labels.${label(ATTR.toolName)}`))
}

/** The address of the dashboard of the tool that a variable names, with what is chosen in this one. */
export function toolUrl(tool: string): string {
  const kept = ['datasource:queryparam', 'job:queryparam'].map(variable).join('&')
  return `/d/toolspan-tool?${kept}&var-tool=${variable(tool)}&${variable('__url_time_range')}`
}

function explore(title: string, type: 'jaeger' | 'tempo', query: object): DashboardLinkBuilder {
  const uid = variable(type)
  const panes = {
    t: {
      datasource: uid,
      queries: [{ refId: 'A', datasource: { type, uid }, ...query }],
      range: { from: variable('__from'), to: variable('__to') },
    },
  }
  return new DashboardLinkBuilder(title)
    .url(`/explore?schemaVersion=1&panes=${encoded(JSON.stringify(panes))}`)
    .targetBlank(true)
}

/** Encodes everything but the variables, which Grafana fills in before it follows the link. */
function encoded(text: string): string {
  return text
    .split(/(\$\{[^}]+\})/)
    .map((part, index) => (index % 2 === 1 ? part : encodeURIComponent(part)))
    .join('')
}
