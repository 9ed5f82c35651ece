// One variant in a process of its own: told how many calls to make, answers what one cost.
const { call } = await import(`./variants/${process.argv[2]}.js`)
// CPU time of this thread alone (Node 23.9 and newer); older Nodes can only tell the whole process's.
const cpu = process.threadCpuUsage ?? process.cpuUsage

process.on('message', async ({ calls }) => {
  const before = cpu.call(process)
  const startedAt = performance.now()
  for (let done = 0; done < calls; done += 1) await call()
  const wall = (performance.now() - startedAt) * 1000
  const { user, system } = cpu.call(process, before)
  process.send({ cpu: (user + system) / calls, wall: wall / calls })
})
process.send('ready')
