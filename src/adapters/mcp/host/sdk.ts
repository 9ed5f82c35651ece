import type { Readable, Writable } from 'node:stream'
import { MissingPackageError } from '../../../observe/missing-package-error.js'
import type { AnyMcpServer } from '../serve-tools.js'
import { loadV1 } from './v1-sdk.js'
import { loadV2 } from './v2-sdk.js'

/** Makes the server of one connection, with its tools. */
export type MakeServer = () => Promise<AnyMcpServer>

/** Answers web requests. */
export interface WebHandler {
  handle(request: Request, parsedBody: unknown): Promise<Response>
  close(): Promise<void>
}

/** A connection to one client. */
export interface StreamServing {
  /** Requests of the client that have had no answer yet. */
  unanswered: ReadonlySet<unknown>
  stop(): Promise<void>
}

/** What a line of the SDK serves with. */
export interface McpSdk {
  /** Makes a server without tools. */
  newServer(name: string, version: string): AnyMcpServer
  /** Serves one client at two streams. */
  serveStreams(make: MakeServer, streams: { stdin: Readable; stdout: Writable }): Promise<StreamServing>
  /** Serves clients over HTTP. */
  serveWeb(make: MakeServer): WebHandler
}

/**
 * Loads the newest line of the SDK that is installed. The second serves clients of every version of the protocol.
 *
 * @throws {MissingPackageError} When there is none.
 */
export async function loadSdk(): Promise<McpSdk> {
  try {
    return await loadV2()
  } catch (thrown) {
    if (!(thrown instanceof MissingPackageError)) throw thrown
    return loadV1().catch((also: unknown) => {
      throw also instanceof MissingPackageError ? thrown : also
    })
  }
}
