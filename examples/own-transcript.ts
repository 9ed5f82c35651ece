// A transcript in a place of your own, here a table: anything with append() can be one.
// Run it with: npx jiti examples/own-transcript.ts
import { randomBytes } from 'node:crypto'
import { createRuntime, createTool, type TranscriptSink } from 'toolspan'

interface Row {
  at: string
  type: string
  call: string
  record: string
  /** Kept apart from the rest: with it one can show that a payload is the one that was recorded. */
  salt: string
  raw: string
}

const table: Row[] = []
const insert = async (row: Row) => void table.push(row)

const transcript: TranscriptSink = {
  // A call that cannot be recorded does not run.
  onError: 'block',
  async append(record, commit) {
    const salt = randomBytes(16)
    await insert({
      at: record.ts,
      type: record.type,
      call: record.toolCallId,
      record: JSON.stringify(record),
      salt: salt.toString('base64'),
      raw: commit(salt).raw,
    })
  },
}

const greet = createTool({
  id: 'greet',
  description: 'Greets somebody',
  execute: () => ({ text: 'Hello', apiKey: 'sk-proj-0123456789abcdefABCDEF' }),
})

const runtime = createRuntime({ tools: [greet], transcript })
await runtime.call('greet', {}, { actor: { id: 'bot', kind: 'agent' }, subject: 'customer-17' })

for (const { type, record, raw } of table) console.log(type, JSON.parse(record).view, raw)
