// One variant in a process of its own: told how many calls to make, answers what one cost.
import { setTimeout } from 'node:timers/promises'

const { call } = await import(`./variants/${process.argv[2]}.js`)
// CPU time of this thread alone (Node 23.9 and newer); older Nodes can only tell the whole process's.
const usage = process.threadCpuUsage ?? process.cpuUsage
const asleep = new Int32Array(new SharedArrayBuffer(4))

/** Long enough to write and send the spans of one turn. */
const TURN_MS = 25

process.on('message', async ({ calls, turn = calls, sending }) => {
  let spent = 0
  for (let left = calls; left > 0; left -= turn) {
    const before = cpu()
    for (let done = 0; done < Math.min(left, turn); done += 1) await call()
    if (sending) await setTimeout(TURN_MS)
    spent += cpu() - before
    if (!sending) await setTimeout(TURN_MS)
  }
  process.send({ cpu: spent / calls })
})
process.send('ready')

/** Microseconds of CPU so far. A kernel may note them only when a thread gives way, so it does. */
function cpu() {
  Atomics.wait(asleep, 0, 0, 0.1)
  const { user, system } = usage.call(process)
  return user + system
}
