import { createRequire } from 'node:module'
import * as api from '@opentelemetry/api'

// The installed API decides the line: 3.x has its logs API there, and the newest SDK refuses an older API.
const SECOND =
  '@opentelemetry/sdk-trace@2.12.0 @opentelemetry/sdk-metrics@2.12.0 @opentelemetry/sdk-logs@0.223.0'
const THIRD = '@opentelemetry/sdk-trace@3.1.0 @opentelemetry/sdk-metrics@3.1.0 @opentelemetry/sdk-logs@3.1.0'

/**
 * Loads a package of the OpenTelemetry SDK, which is an optional peer.
 *
 * @throws Error with the command that installs it, when it is missing.
 */
export function requireSdk<T>(name: string): T {
  try {
    return createRequire(import.meta.url)(name) as T
  } catch (cause) {
    const install = `npm install --save-dev ${'logs' in api ? THIRD : SECOND}`
    throw new Error(`toolspan/testing needs ${name}: run "${install}"`, { cause })
  }
}
