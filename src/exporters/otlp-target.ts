import { readFileSync } from 'node:fs'
import { type Environment, readPositive, readText } from './environment.js'

export type Signal = 'traces' | 'logs' | 'metrics'

/** How messages are sent, in the words of `OTEL_EXPORTER_OTLP_PROTOCOL`. */
export type OtlpProtocol = 'http/json' | 'http/protobuf' | 'grpc'

export interface OtlpOptions {
  /**
   * Base address of the collector, such as `http://localhost:4318`; `/v1/traces` and so on are added. For gRPC the
   * address of the receiver, such as `http://localhost:4317`.
   */
  endpoint: string
  /** Default: what `OTEL_EXPORTER_OTLP_PROTOCOL` says, else `http/json`. */
  protocol?: OtlpProtocol
  /** Headers of every request, such as an API key. They win over the standard variables and are never reported. */
  headers?: Readonly<Record<string, string>>
}

/** Where and how one signal is sent, as the OTLP exporter specification names it. */
export interface OtlpTarget {
  signal: Signal
  url: URL
  /** The address without credentials, query or fragment: fit for a report. */
  label: string
  headers: Record<string, string>
  /** Longest time for one batch with all its retries. */
  timeoutMs: number
  gzip: boolean
  protocol: OtlpProtocol
  tls: { ca?: string; cert?: string; key?: string }
}

const DEFAULT_TIMEOUT_MS = 10_000

/**
 * Works out where a signal goes, after the OpenTelemetry Protocol Exporter specification.
 *
 * `options` win over `OTEL_EXPORTER_OTLP_<SIGNAL>_*`, which win over `OTEL_EXPORTER_OTLP_*`. Without a stated protocol
 * it is HTTP with JSON.
 *
 * @returns The target, or `undefined` when nothing names an endpoint for the signal.
 * @throws {TypeError} When the endpoint is not an http or https address, or the protocol none of OTLP's; the message
 * does not repeat the endpoint.
 */
export function otlpTarget(
  signal: Signal,
  options: OtlpOptions | undefined,
  env: Environment,
): OtlpTarget | undefined {
  const protocol = protocolOf(signal, options, env)
  const url = endpointOf(signal, options, { env, protocol })
  if (url === undefined) return undefined
  return {
    signal,
    url,
    label: protocol === 'grpc' ? url.origin : `${url.origin}${url.pathname}`,
    headers: { ...headersFrom(setting('HEADERS', signal, env, 'merge')), ...options?.headers },
    timeoutMs: timeoutOf(signal, env),
    gzip: setting('COMPRESSION', signal, env) === 'gzip',
    protocol,
    tls: {
      ca: fileOf('CERTIFICATE', signal, env),
      cert: fileOf('CLIENT_CERTIFICATE', signal, env),
      key: fileOf('CLIENT_KEY', signal, env),
    },
  }
}

const PROTOCOLS: readonly string[] = ['http/json', 'http/protobuf', 'grpc'] satisfies OtlpProtocol[]

function isProtocol(word: string): word is OtlpProtocol {
  return PROTOCOLS.includes(word)
}

function protocolOf(signal: Signal, options: OtlpOptions | undefined, env: Environment): OtlpProtocol {
  if (options?.protocol === undefined) return protocolFrom(signal, env).protocol
  if (isProtocol(options.protocol)) return options.protocol
  throw new TypeError(`otlp.protocol must be one of ${PROTOCOLS.join(', ')}`)
}

/** Reads the protocol of a signal from the standard variables; a word that is none is a problem and counts as unset. */
export function protocolFrom(signal: Signal, env: Environment): { protocol: OtlpProtocol; problem?: string } {
  const word = setting('PROTOCOL', signal, env) ?? 'http/json'
  if (isProtocol(word)) return { protocol: word }
  const problem = `OTEL_EXPORTER_OTLP_PROTOCOL must be one of ${PROTOCOLS.join(', ')}; http/json was used instead`
  return { protocol: 'http/json', problem }
}

interface Wire {
  env: Environment
  protocol: OtlpProtocol
}

function endpointOf(signal: Signal, options: OtlpOptions | undefined, wire: Wire): URL | undefined {
  const { env, protocol } = wire
  const under = protocol === 'grpc' ? grpcMethod : underBase
  if (options !== undefined) return under(options.endpoint, { signal, name: 'The OTLP endpoint', env })
  const ownName = `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`
  const own = readText(env, ownName)
  if (own !== undefined && protocol !== 'grpc') return parse(own, ownName)
  const name = own === undefined ? 'OTEL_EXPORTER_OTLP_ENDPOINT' : ownName
  const base = own ?? readText(env, name)
  return base === undefined ? undefined : under(base, { signal, name, env })
}

interface Base {
  signal: Signal
  /** What the address came from, for an error. */
  name: string
  env: Environment
}

/** The method that a gRPC receiver has for each signal. */
const GRPC_METHODS: Record<Signal, string> = {
  traces: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  logs: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
  metrics: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
}

/** gRPC knows no path of the user's; an address without a scheme is encrypted unless the variable says otherwise. */
function grpcMethod(base: string, { signal, name, env }: Base): URL {
  const scheme = setting('INSECURE', signal, env)?.toLowerCase() === 'true' ? 'http' : 'https'
  const url = parse(/^[a-z][a-z\d+.-]*:\/\//i.test(base) ? base : `${scheme}://${base}`, name)
  url.pathname = GRPC_METHODS[signal]
  return url
}

/** A base that already ends in a signal's path is a common slip and would otherwise answer 404. */
function underBase(base: string, { signal, name }: Base): URL {
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
