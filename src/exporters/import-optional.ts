import { createRequire } from 'node:module'
import * as api from '@opentelemetry/api'
import { importPeer } from '../observe/import-peer.js'

/**
 * Imports an optional peer of the OpenTelemetry line that is installed, at its first use.
 *
 * @param packageName The package that `load` imports, named in the error.
 * @param load The literal `import()`, so that types and bundlers see it.
 * @throws {MissingPackageError} When the package is not installed.
 */
export function importOptional<Module>(packageName: string, load: () => Promise<Module>): Promise<Module> {
  return importPeer(packageName, load, () => installCommand(packageName))
}

const SDK_NODE = '@opentelemetry/sdk-node'

/** The version to ask for in each line; packages numbered `0.x` must match each other exactly. */
const VERSIONS: Record<string, { second: string; third: string }> = {
  '@opentelemetry/api-logs': { second: '0.223.0', third: '0.301.0' },
  '@opentelemetry/exporter-prometheus': { second: '0.223.0', third: '0.301.0' },
  '@opentelemetry/otlp-transformer': { second: '0.223.0', third: '0.301.0' },
  '@opentelemetry/sdk-logs': { second: '0.223.0', third: '3.1.0' },
  '@opentelemetry/sdk-node': { second: '0.223.0', third: '0.301.0' },
}

/** What `@opentelemetry/sdk-node` brings where dependencies are hoisted, and an application must name where not. */
const BROUGHT_BY_SDK_NODE = [
  ...('logs' in api ? [] : ['@opentelemetry/api-logs']),
  '@opentelemetry/otlp-transformer',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-logs',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/sdk-trace',
]

/** Names every package that is still missing, so that one command is enough. */
function installCommand(packageName: string): string {
  const missing = packageName === SDK_NODE ? [] : BROUGHT_BY_SDK_NODE.filter(name => !isInstalled(name))
  // An older one came without some of these, so it is named to move along with them.
  const sdk = isInstalled(SDK_NODE) ? [SDK_NODE] : []
  return `npm install ${[...new Set([packageName, ...missing, ...sdk])].map(pinned).join(' ')}`
}

/** The 3.x line of the SDK wants the API that carries `logs`, so the installed API decides the line. */
function pinned(packageName: string): string {
  const versions = VERSIONS[packageName] ?? { second: '2.12.0', third: '3.1.0' }
  return `${packageName}@${'logs' in api ? versions.third : versions.second}`
}

function isInstalled(packageName: string): boolean {
  try {
    createRequire(import.meta.url).resolve(packageName)
    return true
  } catch {
    return false
  }
}
