import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

// The files that operators use, with the real programs: Prometheus, nginx, systemd. Needs their Debian packages.
const { test, ...rest } = base
export default mergeConfig(rest, {
  test: {
    ...test,
    include: ['test/operations/**/*.test.ts'],
    exclude: [],
    maxWorkers: 1,
    testTimeout: 120_000,
  },
})
