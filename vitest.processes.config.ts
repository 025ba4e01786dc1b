import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

// The server and its commands as processes, with their own PostgreSQL: first starts, shutdowns, kill -9. They mostly
// wait, so two files run at the same time.
const { test, ...rest } = base
export default mergeConfig(rest, {
  test: { ...test, include: ['test/process/**/*.test.ts'], exclude: [], testTimeout: 60_000 },
})
