import { createRequire } from 'node:module'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
// Generates the Prisma client if it is missing or outdated, so that `npm ci && npm test` is enough.
import './src/tools/generate.mjs'
import { compiledSources } from './test/support/compiled-sources.ts'
import { LongFirst } from './test/support/long-first.ts'

// Vite took half a minute per run to transform the sources. Node loads them itself: for the global setup, which runs in
// this process, by way of tsx, and for tests the files of `compileSources`.
const sources = join(import.meta.dirname, '(src|dist/test)')
const server = { deps: { external: [new RegExp(`^${sources.replace(/[^\w/()|]/g, '\\$&')}/`)] } }
register()

/** Tests that are not of the project `unit`: they take long, run processes, or compile all sources. */
const apart: Record<string, { include: string[] } & TestProjectInlineConfiguration['test']> = {
  // One follows docs/adding-a-resource.md in a copy of the project and runs the tests of that copy, another compares the
  // calls of Prisma in the sources with Prisma itself, and a third prepares all SQL.
  guide: {
    include: ['test/architecture/adding-a-resource.test.ts', 'test/platform/statements/**/*.test.ts'],
    hookTimeout: 180_000,
  },
  // The server and its commands as processes, with their own PostgreSQL: first starts, shutdowns, kill -9. They mostly
  // wait, so several files run at the same time.
  processes: { include: ['test/process/**/*.test.ts'], testTimeout: 60_000 },
  // The files that operators use, with the real programs: Prometheus, nginx, systemd. Needs their Debian packages.
  operations: { include: ['test/operations/**/*.test.ts'], maxWorkers: 1, testTimeout: 120_000 },
  // Real faults under load: killed processes and stopped servers.
  faults: { include: ['test/faults/**/*.test.ts'], maxWorkers: 1, testTimeout: 240_000 },
  // Attacks on a real server process, with figures.
  attack: {
    include: ['test/attack/**/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 180_000,
  },
  // Published pages, the explorer, the reference and live views in a real browser, which each file starts.
  browser: {
    include: ['test/browser/**/*.test.ts', 'test/console/**/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 60_000,
  },
}

const projects: typeof apart = {
  unit: {
    include: ['test/**/*.test.ts'],
    exclude: Object.values(apart).flatMap(({ include }) => include),
  },
  ...apart,
}

export default defineConfig({
  test: {
    projects: Object.entries(projects).map(([name, test], place) => ({
      resolve: {
        // Vite would load the ES module build and packages the CommonJS build; GraphQL does not work with two copies.
        alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }],
      },
      plugins: [compiledSources],
      // Without `development`, for which packages such as micromark have builds that check every step of theirs.
      ssr: { resolve: { conditions: ['node'] } },
      test: {
        name,
        // Ids, event types and scopes are registered once all modules are declared. Every REST request and response in
        // the tests is compared with the OpenAPI document, and with those of clients of the public API.
        setupFiles: [
          'test/support/modules.ts',
          'test/support/property-seed.ts',
          'test/support/contract/setup.ts',
        ],
        // As a server runs: libraries leave out the checks that are for development.
        env: { NODE_ENV: 'production' },
        pool: 'forks',
        // V8 optimizes functions after nine times as many calls as in a server: most run only a few times in a test, and
        // the threads that optimize took a quarter of the CPU time.
        execArgv: ['--max-semi-space-size=64', '--interrupt-budget=600000'],
        server,
        // Files of one worker share their modules: tests keep no state in them, and reloading them took a third of
        // the time.
        isolate: false,
        testTimeout: 20_000,
        hookTimeout: 60_000,
        // A machine of CI can stop for seconds. The reporter lists what passed on the second try only: look at it.
        retry: process.env.CI ? 1 : 0,
        ...test,
        // Projects run one after the other.
        sequence: { groupOrder: place },
      },
    })),
    globalSetup: ['test/support/cluster.ts'],
    // For the global setup, which is not part of a project.
    server,
    // One more than the cores of the smallest machine: workers also wait, for PostgreSQL, threads and other programs.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    // Vite does not know which tests import a source, because Node loads them: in watch mode, a change of any source
    // runs all selected tests again.
    forceRerunTriggers: ['src/**', 'test/support/**', 'vitest.config.ts'].map((files) =>
      join(import.meta.dirname, files),
    ),
    reporters: ['default', './test/support/count-reporter.ts', './test/attack/figure-reporter.ts'],
  },
})
