import { join } from 'node:path'
import {
  BaseSequencer,
  createVitest,
  type Reporter,
  type TestModule,
  type TestSpecification,
} from 'vitest/node'
import { compileSources } from '../support/compiled-sources.ts'

/** Test files to run for a change, in this order, until one fails. */
export interface Order {
  changed: string
  tests: readonly string[]
}

/** A test file that ended, or the end of the run with the file that failed, if any. */
export type Message = { ended: string; ms: number } | { failed: string | null; test: string }

const say = (message: Message) => process.send?.(message)
const root = process.cwd()
const nameOf = ({ moduleId }: TestModule) => moduleId.slice(root.length + 1)

/** The first test that failed since the last run. */
class Watch implements Reporter {
  failed: { file: string; test: string } | undefined

  onTestModuleEnd(module: TestModule): void {
    say({ ended: nameOf(module), ms: Math.round(module.diagnostic().duration) })
    if (module.state() !== 'failed') return
    const [first] = module.children.allTests('failed')
    this.failed ??= { file: nameOf(module), test: first?.fullName ?? 'does not load' }
  }
}

/** Runs test files in the given order. */
class AsGiven extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

const watch = new Watch()
const vitest = await createVitest('test', {
  root,
  watch: false,
  project: 'unit',
  fileParallelism: false,
  bail: 1,
  // A test that is slow because the machine is busy must not count as one that detects a change.
  testTimeout: 60_000,
  sequence: { sequencer: AsGiven },
  reporters: [watch],
})

process.on('message', async ({ changed, tests }: Order) => {
  watch.failed = undefined
  vitest.invalidateFile(join(root, changed))
  await compileSources()
  const project = vitest.getProjectByName('unit')
  const { unhandledErrors } = await vitest.runTestSpecifications(
    tests.map((test) => project.createSpecification(join(root, test))),
  )
  const unhandled = unhandledErrors.length > 0 ? { file: 'all', test: 'an unhandled error' } : undefined
  const { file, test } = watch.failed ?? unhandled ?? { file: null, test: '' }
  say({ failed: file, test })
})
say({ failed: null, test: 'ready' })
