import { readFileSync } from 'node:fs'
import { type Environment, readPositive, readText } from './environment.js'

export type Signal = 'traces' | 'logs' | 'metrics'

export interface OtlpOptions {
  /** Base address of the collector, such as `http://localhost:4318`; `/v1/traces` and so on are added. */
  endpoint: string
  /** Headers of every request, such as an API key. They win over the standard variables and are never reported. */
  headers?: Readonly<Record<string, string>>
}

/** Where and how one signal is sent, as the OTLP exporter specification names it. */
export interface OtlpTarget {
  url: URL
  /** The address without credentials, query or fragment: fit for a report. */
  label: string
  headers: Record<string, string>
  /** Longest time for one batch with all its retries. */
  timeoutMs: number
  gzip: boolean
  encoding: 'json' | 'protobuf'
  tls: { ca?: string; cert?: string; key?: string }
}

const DEFAULT_TIMEOUT_MS = 10_000

/**
 * Works out where a signal goes, after the OpenTelemetry Protocol Exporter specification.
 *
 * `options` win over `OTEL_EXPORTER_OTLP_<SIGNAL>_*`, which win over `OTEL_EXPORTER_OTLP_*`. Without a stated protocol
 * the encoding is JSON.
 *
 * @returns The target, or `undefined` when nothing names an endpoint for the signal.
 * @throws {TypeError} When the endpoint is not an http or https address; the message does not repeat it.
 */
export function otlpTarget(
  signal: Signal,
  options: OtlpOptions | undefined,
  env: Environment,
): OtlpTarget | undefined {
  const url = endpointOf(signal, options, env)
  if (url === undefined) return undefined
  return {
    url,
    label: `${url.origin}${url.pathname}`,
    headers: { ...headersFrom(setting('HEADERS', signal, env, 'merge')), ...options?.headers },
    timeoutMs: timeoutOf(signal, env),
    gzip: setting('COMPRESSION', signal, env) === 'gzip',
    encoding: setting('PROTOCOL', signal, env) === 'http/protobuf' ? 'protobuf' : 'json',
    tls: {
      ca: fileOf('CERTIFICATE', signal, env),
      cert: fileOf('CLIENT_CERTIFICATE', signal, env),
      key: fileOf('CLIENT_KEY', signal, env),
    },
  }
}

function endpointOf(signal: Signal, options: OtlpOptions | undefined, env: Environment): URL | undefined {
  if (options !== undefined) return underBase(options.endpoint, signal, 'The OTLP endpoint')
  const ownName = `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`
  const own = readText(env, ownName)
  if (own !== undefined) return parse(own, ownName)
  const base = readText(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  return base === undefined ? undefined : underBase(base, signal, 'OTEL_EXPORTER_OTLP_ENDPOINT')
}

/** A base that already ends in a signal's path is a common slip and would otherwise answer 404. */
function underBase(base: string, signal: Signal, name: string): URL {
  const url = parse(base, name)
  url.pathname = `${url.pathname.replace(/\/v1\/(traces|logs|metrics)\/?$/, '').replace(/\/$/, '')}/v1/${signal}`
  return url
}

function parse(address: string, name: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new TypeError(`${name} must be an http or https address, such as http://localhost:4318`)
}

function setting(name: string, signal: Signal, env: Environment, mode?: 'merge'): string | undefined {
  const own = readText(env, `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_${name}`)
  const shared = readText(env, `OTEL_EXPORTER_OTLP_${name}`)
  return mode === 'merge' ? [shared, own].filter(Boolean).join(',') || undefined : (own ?? shared)
}

function timeoutOf(signal: Signal, env: Environment): number {
  const own = readPositive(env, `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_TIMEOUT`)
  return own ?? readPositive(env, 'OTEL_EXPORTER_OTLP_TIMEOUT') ?? DEFAULT_TIMEOUT_MS
}

/** Reads `key=value` pairs in the W3C Baggage form, percent-decoded; a pair that is not one is left out. */
function headersFrom(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').flatMap(item => {
    const at = item.indexOf('=')
    return at < 1 ? [] : [[decoded(item.slice(0, at)), decoded(item.slice(at + 1))] as const]
  })
  return Object.fromEntries(pairs)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.trim())
  } catch {
    return text.trim()
  }
}

/** A file that cannot be read counts as unset: the handshake then fails and says so in the report. */
function fileOf(name: string, signal: Signal, env: Environment): string | undefined {
  const path = setting(name, signal, env)
  try {
    return path === undefined ? undefined : readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
