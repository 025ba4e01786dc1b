import { defineConfig } from 'vitest/config'
// Generates the Prisma client first when it is missing or stale, so that `npm ci && npm test` is all it takes.
import './src/tools/generate.mjs'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/cluster.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/support/count-reporter.ts'],
  },
})
