// Writes to a transcript until it is killed, and tells each record that was acknowledged on its standard output.
import { writeSync } from 'node:fs'
import { openTranscript } from '../../../dist/audit/index.js'

const [dir, name, durability] = process.argv.slice(2)
const transcript = openTranscript({ dir, durability, rotateBytes: 60_000 })
const commit = () => ({ raw: `hmac-sha256:${'0'.repeat(64)}` })

async function write(callId) {
  const facts = {
    ts: new Date().toISOString(),
    toolName: 'look-up',
    toolCallId: callId,
    view: { text: 'x'.repeat(300) },
  }
  await transcript.append({ ...facts, type: 'tool.input' }, commit)
  writeSync(1, `${callId} tool.input\n`)
  await transcript.append({ ...facts, type: 'tool.output', outcome: 'ok', durationMs: 1 }, commit)
  writeSync(1, `${callId} tool.output\n`)
}

// One call is never ended, whenever the process is killed.
await transcript.append(
  {
    type: 'tool.input',
    ts: new Date().toISOString(),
    toolName: 'look-up',
    toolCallId: `${name}-unfinished`,
    view: {},
  },
  commit,
)

for (let next = 0; ; next += 8) {
  await Promise.all(Array.from({ length: 8 }, (_, index) => write(`${name}-${next + index}`)))
}
