// Works through the background tasks of a folder and adds its own, until it is killed; prints each thing that is done.
import { writeSync } from 'node:fs'
import { createRuntime } from 'toolspan'
import { fileStore } from 'toolspan/files'
import { reportTool, shortOfTime } from './report-tool.mjs'

const [dir, key, from] = process.argv.slice(2)
const tell = line => writeSync(1, `${line}\n`)
const store = fileStore({ dir, key })
const states = new Map()
const nameOf = ({ id, revision }) => `${id}@${revision}`

/** What is told here was done; what was done just before a kill may not be told. */
const watched = {
  ...store,
  async read(id) {
    const stored = await store.read(id)
    if (stored) states.set(nameOf(stored), stored.state)
    return stored
  },
  async replace(next) {
    if (!(await store.replace(next))) return false
    const before = states.get(`${next.id}@${next.revision - 1}`)
    states.set(nameOf(next), next.state)
    if (before !== next.state) tell(`${next.id} ${before} ${next.state}`)
    return true
  },
}

const tool = reportTool(({ attempt, idempotencyKey }) => tell(`ran ${idempotencyKey} ${attempt}`))
const logger = { debug() {}, info() {}, warn() {}, error() {} }
const runtime = createRuntime({ tools: [tool], tickets: watched, background: shortOfTime, logger })
tell('ready')
for (let n = Number(from); ; n += 1) {
  const { outcome, taskId } = await runtime.call('report', { n }, { toolCallId: `call_${n}` })
  tell(`${outcome} ${taskId} call_${n}`)
  if (n % 3 === 2) await new Promise(resolve => setTimeout(resolve, 15))
}
