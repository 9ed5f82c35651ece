import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Starts a collector that takes everything, in a process of its own, and returns its address. */
export async function startCollector() {
  const collector = fork(new URL('./collector.js', import.meta.url), { stdio: 'ignore' })
  const [port] = await once(collector, 'message')
  return `http://127.0.0.1:${port}`
}
