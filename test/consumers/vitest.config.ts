import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// `npm run test:consumers`: the system legs run whatever the environment says.
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/consumers/**/*.test.ts'],
    reporters: ['verbose', './test/closing-line-reporter.ts'],
    env: { TOOLSPAN_REQUIRE_SYSTEM: '1' },
    pool: 'forks',
  },
})
