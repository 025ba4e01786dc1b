import { createRequire } from 'node:module'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { defineConfig } from 'vitest/config'
// Generates the Prisma client first when it is missing or stale, so that `npm ci && npm test` is all it takes.
import './src/tools/generate.mjs'
import { LongFirst } from './test/support/long-first.ts'

const sources = join(import.meta.dirname, 'src')
// For the global setup, which runs in this process.
register()

export default defineConfig({
  resolve: {
    // Vite would take the module build and everything in node_modules the other one; GraphQL refuses to meet itself twice.
    alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    // Commands of their own, test:faults, test:attack and test:guide: they take long and run processes.
    exclude: ['test/faults/**', 'test/attack/**', 'test/architecture/adding-a-resource.test.ts'],
    // Ids, types of events and scopes are known once all modules are declared.
    // Every REST request and response of every test is compared with the OpenAPI document.
    setupFiles: ['test/support/modules.ts', 'test/support/contract/setup.ts'],
    globalSetup: ['test/support/cluster.ts'],
    pool: 'forks',
    // Node loads the sources itself, compiled by tsx: Vite took half a minute to transform them for every run. The price
    // is that a change of a source does not start tests again in watch mode.
    execArgv: ['--import', 'tsx', '--max-semi-space-size=64'],
    server: { deps: { external: [new RegExp(`^${sources.replace(/[^\w/]/g, '\\$&')}/`)] } },
    // Files of one worker share their modules: the tests keep no state in them, and loading them anew took a third of the time.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    reporters: ['default', './test/support/count-reporter.ts'],
  },
})
