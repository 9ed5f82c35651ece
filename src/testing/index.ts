// What tests of tools need; everything in memory.

export { createTestRuntime, type TestRuntime, type TestRuntimeOptions } from './create-test-runtime.js'
export type { LoggedLine } from './memory-logger.js'
export type { TestDataPoint, TestLog, TestSpan } from './memory-telemetry.js'
export type { TestClock } from './test-clock.js'
