import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^toolspan$/, replacement: source('index.ts') },
      { find: /^toolspan\/ai-sdk$/, replacement: source('adapters/ai-sdk/index.ts') },
      { find: /^toolspan\/audit$/, replacement: source('audit/index.ts') },
      { find: /^toolspan\/exporters$/, replacement: source('exporters/index.ts') },
      { find: /^toolspan\/files$/, replacement: source('stores/files/index.ts') },
      { find: /^toolspan\/mcp$/, replacement: source('adapters/mcp/index.ts') },
      { find: /^toolspan\/testing$/, replacement: source('testing/index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', './test/closing-line-reporter.ts'],
    typecheck: { enabled: true, include: ['test/types/**/*.test-d.ts'], tsconfig: './tsconfig.json' },
    testTimeout: 20_000,
    pool: 'forks',
  },
})
