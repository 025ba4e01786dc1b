import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

// Published pages, the explorer, the reference and live views in a real browser. Files run one after the other, because each starts a browser.
const { test, ...rest } = base
export default mergeConfig(rest, {
  test: {
    ...test,
    include: ['test/browser/**/*.test.ts'],
    exclude: [],
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
