import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

// Attacks on a real server process, with figures. Files run one after the other.
const { test, ...rest } = base
export default mergeConfig(rest, {
  test: {
    ...test,
    include: ['test/attack/**/*.test.ts'],
    exclude: [],
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 180_000,
    reporters: ['default', './test/support/count-reporter.ts', './test/attack/figure-reporter.ts'],
  },
})
