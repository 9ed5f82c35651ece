import {
  type Metadata,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceDefinition,
  type sendUnaryData,
} from '@grpc/grpc-js'

export interface ReceivedCall {
  /** The signal's service, such as `TraceService`. */
  service: string
  metadata: Metadata
  /** The encoded request, already decompressed by the server. */
  body: Buffer
}

export interface FakeGrpcCollector {
  url: string
  received: ReceivedCall[]
  close(): void
}

/** Answers one call. The answer is the encoded response. */
export type AnswerCall = (answer: sendUnaryData<Buffer>, received: ReceivedCall) => void

const SERVICES = { trace: 'TraceService', logs: 'LogsService', metrics: 'MetricsService' }

/** Listens with the server of `@grpc/grpc-js` on a free loopback port; takes everything unless told otherwise. */
export async function startFakeGrpcCollector(
  answer: AnswerCall = callback => callback(null, Buffer.alloc(0)),
): Promise<FakeGrpcCollector> {
  const received: ReceivedCall[] = []
  const server = new Server()
  for (const [signal, service] of Object.entries(SERVICES)) {
    server.addService(definition(`/opentelemetry.proto.collector.${signal}.v1.${service}/Export`), {
      Export: (call: ServerUnaryCall<Buffer, Buffer>, callback: sendUnaryData<Buffer>) => {
        const one = { service, metadata: call.metadata, body: call.request }
        received.push(one)
        answer(callback, one)
      },
    })
  }
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
  return { url: `http://127.0.0.1:${port}`, received, close: () => server.forceShutdown() }
}

const asIs = (bytes: Buffer) => bytes

function definition(path: string): ServiceDefinition {
  return {
    Export: {
      path,
      requestStream: false,
      responseStream: false,
      requestSerialize: asIs,
      requestDeserialize: asIs,
      responseSerialize: asIs,
      responseDeserialize: asIs,
    },
  }
}
