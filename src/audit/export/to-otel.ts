import { ATTR, EVENT, OPERATION_EXECUTE_TOOL, SCHEMA_URL, SCOPE_NAME } from '../../observe/names.js'
import { VERSION } from '../../observe/version.js'
import type { ReadRecord } from '../read-transcript.js'

interface KeyValue {
  key: string
  value: { stringValue: string }
}

/**
 * Writes records as OpenTelemetry GenAI events, one OTLP/JSON `ExportLogsServiceRequest` a line, which any collector reads.
 * Trace and span ids are those of the call's span.
 */
export async function* toOtel(records: AsyncIterable<ReadRecord>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(requestOf(record))}\n`
}

function requestOf(record: ReadRecord) {
  const { ts, trace_id, span_id, outcome } = record
  const nanoseconds = `${BigInt(Date.parse(ts)) * 1_000_000n}`
  const logRecord = {
    timeUnixNano: nanoseconds,
    observedTimeUnixNano: nanoseconds,
    severityNumber: outcome && outcome.status !== 'ok' ? 13 : 9,
    eventName: EVENT.operationDetails,
    attributes: attributesOf(record),
    ...(trace_id && { traceId: trace_id }),
    ...(span_id && { spanId: span_id }),
  }
  const scopeLogs = [
    { scope: { name: SCOPE_NAME, version: VERSION }, logRecords: [logRecord], schemaUrl: SCHEMA_URL },
  ]
  return { resourceLogs: [{ resource: { attributes: [] }, scopeLogs }] }
}

function attributesOf(record: ReadRecord): KeyValue[] {
  const { tool, call_id, agent, conversation, outcome, type } = record
  const values: [string, string | undefined][] = [
    [ATTR.operationName, OPERATION_EXECUTE_TOOL],
    [ATTR.toolName, tool?.id],
    [ATTR.toolCallId, call_id],
    [ATTR.agentName, agent],
    [ATTR.conversationId, conversation],
    [ATTR.outcome, outcome?.status],
    [ATTR.transcriptType, type],
    ...contentOf(record),
  ]
  return values.flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: { stringValue: value } }],
  )
}

/** What a tool is called with is what the model put out; what it gives is what the model takes in. */
function contentOf({ type, view, call_id, tool, outcome }: ReadRecord): [string, string][] {
  if (view === undefined) return []
  const text = JSON.stringify(view)
  if (type === 'tool.input' && !outcome) {
    const part = { type: 'tool_call', id: call_id, name: tool?.id, arguments: view }
    const messages = [{ role: 'assistant', parts: [part], finish_reason: 'tool_call' }]
    return [
      [ATTR.toolCallArguments, text],
      [ATTR.outputMessages, JSON.stringify(messages)],
    ]
  }
  if (type !== 'tool.output' && type !== 'tool.error') return []
  const part = { type: 'tool_call_response', id: call_id, response: view }
  return [
    [ATTR.toolCallResult, text],
    [ATTR.inputMessages, JSON.stringify([{ role: 'tool', parts: [part] }])],
  ]
}
