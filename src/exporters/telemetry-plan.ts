import { join } from 'node:path'
import { storeDirectory } from '../observe/store-directory.js'
import { type Environment, readList } from './environment.js'
import {
  type OtlpOptions,
  type OtlpProtocol,
  type OtlpTarget,
  otlpTarget,
  protocolFrom,
  type Signal,
} from './otlp-target.js'

/** Where one signal goes. Nothing in it means that the signal is off. */
export interface SignalPlan {
  otlp?: OtlpTarget
  /** Folder of the signal's files. */
  localFolder?: string
}

export interface TelemetryPlan {
  traces: SignalPlan
  logs: SignalPlan
  metrics: SignalPlan
  /** Absolute folder of the local store. */
  dir: string
  /** What is wrong with the environment, in sentences for the first report. */
  problems: string[]
}

export interface PlanOptions {
  otlp?: OtlpOptions
  local?: boolean | { dir?: string }
}

/**
 * Decides from options and standard variables where each signal goes.
 *
 * A signal with an OTLP endpoint is sent there; traces and logs without one are kept in local files. `local: true`
 * or a folder keeps them in any case, `false` in none. `OTEL_TRACES_EXPORTER=none` and its siblings turn a signal off.
 *
 * @throws {TypeError} When `options.otlp` has no usable endpoint; a wrong variable is a problem of the plan instead,
 * because a deployment's slip must not stop the application.
 */
export function planTelemetry({ otlp, local }: PlanOptions, env: Environment): TelemetryPlan {
  const problems = new Set<string>()
  const dir = storeDirectory(typeof local === 'object' ? local.dir : undefined, env)
  const plan = (signal: Signal): SignalPlan => {
    const named = readList(env, `OTEL_${signal.toUpperCase()}_EXPORTER`)
    if (named.includes('none')) return {}
    const target = findTarget(signal, otlp, { env, problems, byName: named.includes('otlp') })
    const isLocal = signal !== 'metrics' && (local === undefined ? target === undefined : local !== false)
    return { otlp: target, localFolder: isLocal ? join(dir, signal) : undefined }
  }
  const signals = { traces: plan('traces'), logs: plan('logs'), metrics: plan('metrics') }
  return { ...signals, dir, problems: [...problems] }
}

interface Search {
  env: Environment
  problems: Set<string>
  /** Whether `OTEL_<SIGNAL>_EXPORTER` asks for OTLP, which then has the specification's default endpoint. */
  byName: boolean
}

function findTarget(signal: Signal, otlp: OtlpOptions | undefined, search: Search): OtlpTarget | undefined {
  const { env, problems, byName } = search
  const { protocol, problem } = protocolFrom(signal, env)
  if (problem && otlp?.protocol === undefined) problems.add(problem)
  if (otlp !== undefined) return otlpTarget(signal, otlp, env)
  try {
    return otlpTarget(signal, undefined, env) ?? (byName ? defaultTarget(signal, protocol, env) : undefined)
  } catch (error) {
    problems.add(error instanceof Error ? error.message : 'the OTLP endpoint cannot be used')
    return undefined
  }
}

/** Where the specification has the receiver of each protocol when no variable says where. */
function defaultTarget(signal: Signal, protocol: OtlpProtocol, env: Environment): OtlpTarget | undefined {
  return otlpTarget(signal, { endpoint: `http://localhost:${protocol === 'grpc' ? 4317 : 4318}` }, env)
}
