import type { Reporter, TestModule } from 'vitest/node'

/** Prints which tests passed on the second try only, and one plain line at the end of the run, for tools. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const count = { passed: 0, failed: 0, skipped: 0 }
    const unsteady: string[] = []
    for (const module of modules) {
      // A file that cannot be loaded has no failed tests.
      if (module.state() === 'failed' && [...module.children.allTests('failed')].length === 0) count.failed++
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed' || state === 'failed' || state === 'skipped') count[state]++
        if (test.diagnostic()?.flaky) unsteady.push(`${module.relativeModuleId} > ${test.fullName}`)
      }
    }
    count.failed += unhandled.length
    if (unsteady.length > 0)
      process.stdout.write(`\nPassed on the second try only:\n  ${unsteady.join('\n  ')}\n`)
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : ''
    process.stdout.write(`\n${count.passed} passed, ${count.failed} failed${skipped}\n`)
  }
}
