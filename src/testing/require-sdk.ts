import { createRequire } from 'node:module'

/**
 * Loads a package of the OpenTelemetry SDK, which is an optional peer.
 *
 * @throws Error with the command that installs it, when it is missing.
 */
export function requireSdk<T>(name: string): T {
  try {
    return createRequire(import.meta.url)(name) as T
  } catch (cause) {
    const install =
      'npm install --save-dev @opentelemetry/sdk-trace @opentelemetry/sdk-metrics @opentelemetry/sdk-logs'
    throw new Error(`toolspan/testing needs ${name}: run "${install}"`, { cause })
  }
}
