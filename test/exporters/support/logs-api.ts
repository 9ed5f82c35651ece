import { createRequire } from 'node:module'
import * as api from '@opentelemetry/api'

/** The global logs API as far as tests use it. */
export interface TestLogsApi {
  getLogger(name: string): {
    emit(record: { severityNumber?: number; body?: unknown; attributes?: object }): void
  }
  setGlobalLoggerProvider(provider: unknown): unknown
  disable(): void
}

/** The logs API that the SDK of this line registers on: part of the API in 3.x, a package of its own in 2.x. */
export const logs: TestLogsApi =
  (api as { logs?: TestLogsApi }).logs ??
  (createRequire(import.meta.url)('@opentelemetry/api-logs') as { logs: TestLogsApi }).logs
