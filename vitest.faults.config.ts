import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

// Real faults under load: killed processes and stopped servers. Files run one after the other.
const { test, ...rest } = base
export default mergeConfig(rest, {
  test: {
    ...test,
    include: ['test/faults/**/*.test.ts', 'test/live/redis.test.ts'],
    exclude: [],
    maxWorkers: 1,
    testTimeout: 240_000,
    reporters: ['default', './test/support/count-reporter.ts', './test/attack/figure-reporter.ts'],
  },
})
