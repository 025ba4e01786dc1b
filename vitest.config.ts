import { createRequire } from 'node:module'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { defineConfig } from 'vitest/config'
// Generates the Prisma client if it is missing or outdated, so that `npm ci && npm test` is enough.
import './src/tools/generate.mjs'
import { LongFirst } from './test/support/long-first.ts'

const sources = join(import.meta.dirname, 'src')
// Needed by the global setup, which runs in this process.
register()

export default defineConfig({
  resolve: {
    // Vite would load the ES module build and packages the CommonJS build; GraphQL does not work with two copies.
    alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    // These have their own commands, test:faults, test:attack, test:browser, test:processes, test:operations and
    // test:guide: they take long, run processes, or compile all sources.
    exclude: [
      'test/faults/**',
      'test/attack/**',
      'test/browser/**',
      'test/process/**',
      'test/operations/**',
      'test/architecture/adding-a-resource.test.ts',
      'test/platform/statements/**',
    ],
    // Ids, event types and scopes are registered once all modules are declared. Every REST request and response in
    // the tests is compared with the OpenAPI document, and with those of clients of the public API.
    setupFiles: [
      'test/support/modules.ts',
      'test/support/property-seed.ts',
      'test/support/contract/setup.ts',
    ],
    globalSetup: ['test/support/cluster.ts'],
    // As a server runs: libraries leave out the checks that are for development.
    env: { NODE_ENV: 'production' },
    pool: 'forks',
    // Node loads the sources itself, compiled by tsx, because Vite took half a minute per run to transform them. As a
    // result, watch mode does not rerun tests when a source changes.
    execArgv: ['--import', 'tsx', '--max-semi-space-size=64'],
    server: { deps: { external: [new RegExp(`^${sources.replace(/[^\w/]/g, '\\$&')}/`)] } },
    // Files of one worker share their modules: tests keep no state in them, and reloading them took a third of the
    // time.
    isolate: false,
    // One more than the cores of the smallest machine: workers also wait, for PostgreSQL, threads and other programs.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/support/count-reporter.ts'],
  },
})
