import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

// Tests that compile all sources: one follows docs/adding-a-resource.md in a copy of the project and runs the tests of
// that copy, another compares the calls of Prisma in the sources with Prisma itself, and a third prepares all SQL.
const { test, ...rest } = base
export default mergeConfig(rest, {
  test: {
    ...test,
    include: ['test/architecture/adding-a-resource.test.ts', 'test/platform/statements/*.test.ts'],
    exclude: [],
    hookTimeout: 180_000,
  },
})
