import type { JsonValue } from '../../observe/redact/redactor.js'
import { VERSION } from '../../observe/version.js'
import type { ReadRecord } from '../read-transcript.js'

/**
 * Writes records as one agent trajectory (ATIF 1.7): a step for each call, in the order they ended, and one for each
 * decision of a person.
 */
export async function* toAtif(records: AsyncIterable<ReadRecord>): AsyncGenerator<string> {
  const inputs = new Map<string, ReadRecord>()
  let [agent, session, count] = ['unknown', 'toolspan', 0]
  yield '{\n"schema_version": "ATIF-v1.7",\n"steps": ['
  for await (const record of records) {
    const { call_id = '', type, outcome } = record
    agent = record.agent ?? agent
    session = record.session ?? record.conversation ?? session
    if (type === 'tool.input' && !outcome) inputs.set(call_id, record)
    const step = type === 'approval.decision' ? decisionStep(record) : callStep(inputs.get(call_id), record)
    if (!step) continue
    if (outcome) inputs.delete(call_id)
    yield `${count > 0 ? ',' : ''}\n${JSON.stringify({ step_id: count + 1, ...step })}`
    count += 1
  }
  const tail = { session_id: session, agent: { name: agent, version: VERSION } }
  yield `\n],\n${JSON.stringify(tail, null, 2).slice(2)}\n`
}

function callStep(input: ReadRecord | undefined, ended: ReadRecord) {
  if (!ended.outcome || ended.type === 'resume') return undefined
  const { call_id = '', tool, ts, outcome, trace_id, span_id } = ended
  const call = { tool_call_id: call_id, function_name: tool?.id ?? '_OTHER', arguments: argumentsOf(input) }
  return {
    timestamp: ts,
    source: 'agent',
    message: '',
    tool_calls: [call],
    observation: { results: [{ source_call_id: call_id, content: contentOf(ended) }] },
    extra: { outcome: outcome.status, trace_id, span_id },
  }
}

function decisionStep({ ts, approval, call_id }: ReadRecord) {
  const { decision = 'decided', approver, reason } = approval ?? {}
  const message = [`${decision} ${call_id}`, approver && `by ${approver.id}`, reason && `: ${reason}`]
  return { timestamp: ts, source: 'user', message: message.filter(Boolean).join(' '), extra: { approval } }
}

/** Arguments are an object in the format. */
function argumentsOf(input: ReadRecord | undefined): JsonValue {
  const view = input?.view
  if (view === undefined) return {}
  return typeof view === 'object' && view !== null && !Array.isArray(view) ? view : { input: view }
}

function contentOf({ view, erased }: ReadRecord): string {
  if (erased) return '[erased]'
  return typeof view === 'string' ? view : JSON.stringify(view ?? null)
}
