import type { ExportResult } from '@opentelemetry/core'

/** How an exporter hands its result back, as the SDK's exporter interfaces have it. */
export type ExportCallback = (result: ExportResult) => void

/** Result of an export that delivered everything (`ExportResultCode.SUCCESS`). */
export const DELIVERED: ExportResult = { code: 0 }

/** Makes the result of an export that failed (`ExportResultCode.FAILED`). */
export function failed(error: Error): ExportResult {
  return { code: 1, error }
}
