import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from './free-ports.js'
import { prometheus } from './programs.js'
import { serverFolder, startServer } from './server-process.js'

/** One series of an answer: its labels, and its value now. */
export interface Answer {
  labels: Record<string, string>
  value: number
}

/** Points of one series over time. */
export interface AnswerOverTime {
  labels: Record<string, string>
  points: { atMs: number; value: number }[]
}

/** A Prometheus that scrapes what it is told, every second. */
export interface PrometheusServer {
  url: string
  /** Asks how it is now, or was at a time. */
  query(expr: string, atMs?: number): Promise<Answer[]>
  queryRange(expr: string, range: { fromMs: number; toMs: number; stepMs: number }): Promise<AnswerOverTime[]>
  /** The alerting and recording rules it has loaded, by name, with what is wrong with them. */
  rules(): Promise<{ name: string; health: string; lastError?: string }[]>
  stop(): Promise<void>
}

export interface PrometheusOptions {
  /** Addresses of pages to scrape, by the name of the job. */
  jobs: Record<string, string>
  /** File of rules. */
  rules?: string
}

/** Starts Prometheus on a free port of loopback. */
export async function startPrometheus({ jobs, rules }: PrometheusOptions): Promise<PrometheusServer> {
  const [port] = (await freePorts(1)) as [number]
  const folder = serverFolder()
  const config = join(folder.path, 'prometheus.yml')
  writeFileSync(config, configOf(jobs, rules))
  const url = `http://127.0.0.1:${port}`
  const server = await startServer({
    command: prometheus ?? 'prometheus',
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder.path, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    cwd: folder.path,
    ready: async () => (await fetch(`${url}/-/ready`)).ok,
  })

  async function ask<T>(path: string, parameters: Record<string, string> = {}): Promise<T> {
    const response = await fetch(`${url}/api/v1/${path}?${new URLSearchParams(parameters)}`)
    const { status, data, error } = (await response.json()) as { status: string; data: T; error?: string }
    if (status !== 'success') throw new Error(`${parameters['query'] ?? path}: ${error}`)
    return data
  }
  return {
    url,
    query: async (expr, atMs = Date.now()) => {
      const { result } = await ask<{ result: RawSeries[] }>('query', {
        query: expr,
        time: String(atMs / 1000),
      })
      return result.map(({ metric, value }) => ({ labels: metric, value: Number(value?.[1]) }))
    },
    queryRange: async (expr, { fromMs, toMs, stepMs }) => {
      const [start, end, step] = [fromMs, toMs, stepMs].map(ms => String(ms / 1000)) as [
        string,
        string,
        string,
      ]
      const { result } = await ask<{ result: RawSeries[] }>('query_range', { query: expr, start, end, step })
      return result.map(({ metric, values = [] }) => ({
        labels: metric,
        points: values.map(([at, value]) => ({ atMs: at * 1000, value: Number(value) })),
      }))
    },
    rules: async () => {
      const { groups } = await ask<{ groups: { rules: { name: string; health: string }[] }[] }>('rules')
      return groups.flatMap(group => group.rules)
    },
    stop: async () => {
      await server.stop()
      folder.remove()
    },
  }
}

interface RawSeries {
  metric: Record<string, string>
  value?: [number, string]
  values?: [number, string][]
}

function configOf(jobs: Record<string, string>, rules: string | undefined): string {
  const scrapes = Object.entries(jobs).map(([name, page]) => {
    const { host, pathname } = new URL(page)
    return `  - { job_name: ${name}, metrics_path: ${pathname}, static_configs: [{ targets: ['${host}'] }] }`
  })
  return `
global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: [${rules ?? ''}]
scrape_configs:
${scrapes.join('\n')}
`
}
