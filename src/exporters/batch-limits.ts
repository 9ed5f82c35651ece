import type { BatchLimits } from './batch-queue.js'
import { type Environment, readPositive } from './environment.js'
import type { OtlpTarget } from './otlp-target.js'
import { BATCH_SIZE, QUEUE_SIZE } from './pipeline.js'

/** The prefix of the standard variables of a signal's batches: `OTEL_BSP_*` for spans, `OTEL_BLRP_*` for records. */
export type BatchPrefix = 'BSP' | 'BLRP'

/** Reads the limits of a signal's batches from the standard variables. */
export function batchLimits(prefix: BatchPrefix, delayMs: number, env: Environment): BatchLimits {
  return {
    maxQueueSize: readPositive(env, `OTEL_${prefix}_MAX_QUEUE_SIZE`) ?? QUEUE_SIZE,
    maxExportBatchSize: readPositive(env, `OTEL_${prefix}_MAX_EXPORT_BATCH_SIZE`) ?? BATCH_SIZE,
    scheduledDelayMillis: readPositive(env, `OTEL_${prefix}_SCHEDULE_DELAY`) ?? delayMs,
  }
}

/** The shorter of two variables bounds an export: that of the batches, and that of the exporter with all its retries. */
export function withExportTimeout(target: OtlpTarget, prefix: BatchPrefix, env: Environment): OtlpTarget {
  const ofBatches = readPositive(env, `OTEL_${prefix}_EXPORT_TIMEOUT`) ?? target.timeoutMs
  return { ...target, timeoutMs: Math.min(target.timeoutMs, ofBatches) }
}
