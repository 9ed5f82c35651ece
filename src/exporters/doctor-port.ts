import { createServer } from 'node:net'
import type { Finding } from './doctor-finding.js'
import { type Environment, readList, readPositive, readText } from './environment.js'

/** Looks whether the port is free on which Prometheus would scrape, or who has it. */
export async function checkPort(env: Environment): Promise<Finding[]> {
  const port = readPositive(env, 'OTEL_EXPORTER_PROMETHEUS_PORT') ?? 9464
  const host = readText(env, 'OTEL_EXPORTER_PROMETHEUS_HOST') ?? '127.0.0.1'
  const isWanted = readList(env, 'OTEL_METRICS_EXPORTER').includes('prometheus')
  const code = await listen(host, port)
  if (code === undefined) {
    return isWanted
      ? [{ check: 'port', status: 'ok', says: `${host}:${port} is free for Prometheus to scrape` }]
      : []
  }
  if (await servesTools(host, port)) {
    return [{ check: 'port', status: 'ok', says: `${host}:${port} serves metrics of tools` }]
  }
  const reason = code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be listened on (${code})`
  return [
    {
      check: 'port',
      status: isWanted ? 'problem' : 'note',
      says: `${host}:${port}, where Prometheus would scrape, ${reason}`,
      ...(isWanted && { fix: 'OTEL_EXPORTER_PROMETHEUS_PORT=9465, or any other that is free' }),
    },
  ]
}

function listen(host: string, port: number): Promise<string | undefined> {
  return new Promise(resolve => {
    const server = createServer()
    server.on('error', error => resolve('code' in error ? String(error.code) : 'unknown error'))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}

async function servesTools(host: string, port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://${host}:${port}/metrics`, { signal: AbortSignal.timeout(1_000) })
    return /^toolspan_|^target_info/m.test(await response.text())
  } catch {
    return false
  }
}
