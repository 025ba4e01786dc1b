import { mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import base from './vitest.config.ts'

/** Test files run in the order in which they are given. */
class AsGiven extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

const { test, ...rest } = base
export default mergeConfig(rest, {
  test: {
    ...test,
    // The server runs longer than one run of tests.
    globalSetup: ['test/mutation/given-cluster.ts'],
    maxWorkers: 1,
    bail: 1,
    sequence: { sequencer: AsGiven },
    reporters: [],
  },
})
