import { describe, vi } from 'vitest'
import { approvalSuite } from './suites/approval.js'
import { generateTextSuite } from './suites/generate-text.js'
import { streamTextSuite } from './suites/stream-text.js'
import { telemetrySuite } from './suites/telemetry.js'
import { uiStreamSuite } from './suites/ui-stream.js'
import { wrappedSuite } from './suites/wrapped.js'
import type { Sdk } from './support/sdk.js'

// What the adapter loads as `ai` is version 7 here.
vi.mock('ai', () => import('ai-7'))
vi.mock('ai/test', () => import('ai-7/test'))

const load = async (): Promise<Sdk> => ({
  version: 7,
  ai: await import('ai'),
  mock: await import('ai/test'),
})

const major = Number(process.versions.node.split('.')[0])

// Version 7 asks for Node 22 or newer: the second CI leg runs it.
describe.skipIf(major < 22)('AI SDK 7', () => {
  generateTextSuite(load)
  streamTextSuite(load)
  telemetrySuite(load)
  approvalSuite(load)
  uiStreamSuite(load)
  wrappedSuite(load)
})
