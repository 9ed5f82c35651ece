import { DeliveryError } from './delivery-error.js'
import { DELIVERED, failed } from './export-callback.js'
import type { OtlpSender } from './otlp-sender.js'
import type { Exporter } from './watch-exporter.js'

/** Turns a batch into the bytes of one OTLP message; `undefined` when it cannot. */
export type Serialize<Batch> = (batch: Batch) => Uint8Array | undefined

/**
 * Creates an exporter that serializes each batch into one OTLP message and sends it.
 *
 * @param serialize One of the serializers of `@opentelemetry/otlp-transformer`.
 * @param sender Where messages go; closed by `shutdown`.
 */
export function createOtlpExporter<Batch>(
  serialize: Serialize<Batch>,
  sender: OtlpSender,
): Required<Exporter<Batch>> {
  return {
    export: (batch, callback) => {
      const body = serialize(batch)
      if (body === undefined)
        return callback(failed(new DeliveryError('a batch could not be written as OTLP')))
      sender.send(body).then(
        () => callback(DELIVERED),
        (error: Error) => callback(failed(error)),
      )
    },
    forceFlush: async () => {},
    shutdown: async () => sender.close(),
  }
}
