import { describe } from 'vitest'
import { approvalSuite } from './suites/approval.js'
import { generateTextSuite } from './suites/generate-text.js'
import { streamTextSuite } from './suites/stream-text.js'
import { telemetrySuite } from './suites/telemetry.js'
import { uiStreamSuite } from './suites/ui-stream.js'
import { wrappedSuite } from './suites/wrapped.js'
import type { Sdk } from './support/sdk.js'

const load = async (): Promise<Sdk> => ({
  version: 6,
  ai: await import('ai'),
  mock: await import('ai/test'),
})

describe('AI SDK 6', () => {
  generateTextSuite(load)
  streamTextSuite(load)
  telemetrySuite(load)
  approvalSuite(load)
  uiStreamSuite(load)
  wrappedSuite(load)
})
