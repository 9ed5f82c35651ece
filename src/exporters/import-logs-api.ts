import * as api from '@opentelemetry/api'
import { importOptional } from './import-optional.js'

/**
 * Imports the API that the SDK registers logs on: part of the API on the 3.x line, a package of its own on the 2.x line.
 *
 * @throws {MissingPackageError} On the 2.x line, when it cannot be found from here; log records would be lost unsaid.
 */
export async function importLogsApi(): Promise<{ disable(): void }> {
  if ('logs' in api) return api.logs as { disable(): void }
  const { logs } = await importOptional('@opentelemetry/api-logs', () => import('@opentelemetry/api-logs'))
  return logs
}
