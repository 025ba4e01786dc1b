import { mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

// Follows docs/adding-a-resource.md in a copy of the project, and runs the tests of that copy.
const { test, ...rest } = base
export default mergeConfig(rest, {
  test: { ...test, include: ['test/architecture/adding-a-resource.test.ts'], exclude: [] },
})
