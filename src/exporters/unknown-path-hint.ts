import type { OtlpTarget } from './otlp-target.js'

/** Says what it may mean that a receiver does not know the path or service of a signal. */
export function unknownPathHint({ signal, protocol }: OtlpTarget): string {
  if (signal === 'traces')
    return `: is this the address of an ${protocol === 'grpc' ? 'OTLP/gRPC' : 'OTLP/HTTP'} receiver?`
  return `: it may take traces alone, as Jaeger does; OTEL_${signal.toUpperCase()}_EXPORTER=none sends no ${signal}`
}
