import { mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from './vitest.config.ts'

/** Runs test files in the given order. */
class AsGiven extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

const { test, ...rest } = base
export default mergeConfig(rest, {
  test: {
    ...test,
    // The database server is used by many test runs.
    globalSetup: ['test/mutation/given-cluster.ts'],
    maxWorkers: 1,
    bail: 1,
    // A test that is slow because the machine is busy must not count as one that detects a change.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    sequence: { sequencer: AsGiven },
    reporters: [],
  },
})
