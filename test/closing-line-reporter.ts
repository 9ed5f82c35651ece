import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with one plain line that any CI can read: `123 passed, 0 failed`, then `, 4 skipped` if any. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const module of modules) {
      const before = count.failed
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        count[state === 'pending' ? 'skipped' : state] += 1
      }
      if (module.state() === 'failed' && count.failed === before) count.failed += 1
    }
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
    process.stdout.write(`${count.passed} passed, ${count.failed} failed${skipped}\n`)
  }
}
