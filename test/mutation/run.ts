// `npm run test:mutation -- --count 100 --seed 1`: makes small changes to the sources, and reports those that the
// tests do not detect. `--only` limits files and areas by a part of the path.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '../../src/platform/project-root.ts'
import { ensureBuilt } from '../../src/tools/build.mjs'
import { sourcesUnder } from '../architecture/sources.ts'
import { startCluster } from '../support/cluster.ts'
import { ProjectCopy } from '../support/project-copy.ts'
import { areaOf, isSampled } from './areas.ts'
import { type Mutant, mutantsOf, textWith } from './mutants.ts'
import { TestOrder } from './related.ts'
import { equivalentOf, lineFor, report } from './report.ts'
import { type Result, Results } from './results.ts'
import { sampleOf } from './sample.ts'
import { TestProcess } from './test-process.ts'

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    only: { type: 'string', default: '' },
    /** Only the areas of areas.ts, in which all mutants have to be detected. */
    strict: { type: 'boolean', default: false },
    /** Runs only the tests related to a file: fast, but reports more survivors than there are. */
    related: { type: 'boolean', default: false },
  },
})

/** These take minutes: they install packages, or kill and overload servers. */
const LEFT_OUT = /^test\/(?:faults|attack|operations|architecture\/adding-a-resource)/

const texts = new Map(sourcesUnder('src').map(({ path, text }) => [path, text]))
const all = [...texts]
  .filter(([path]) => isSampled(path) && path.includes(options.only))
  .filter(([path]) => !options.strict || areaOf(path) !== undefined)
  .flatMap(([path, text]) => mutantsOf(path, text))
const sample = sampleOf(all, texts, { count: Number(options.count), seed: Number(options.seed) })
process.stdout.write(`${sample.length} of ${all.length} changes, seed ${options.seed}\n`)

const results = new Results(join(projectRoot, 'node_modules/.cache/quire/mutation.jsonl'))
const tests = sourcesUnder('test')
  .map(({ path }) => path)
  .filter((path) => path.endsWith('.test.ts') && !LEFT_OUT.test(path))
await ensureBuilt()
const cluster = await startCluster()
const copy = new ProjectCopy()
const testProcess = new TestProcess(copy.path, cluster.url)
/** Test files that pass without any change, so that a failure means that the mutant was detected. */
const trusted = new Set<string>()
const broken = new Set<string>()
// Results so far are stored, and the next run continues from there.
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    isStopped = true
    testProcess.stop()
  })
}

const testOf = ({ caughtBy }: Result) => caughtBy?.split(': ')[0] ?? ''
const textOf = ({ path }: Mutant) => texts.get(path) ?? ''
const knownOf = (mutants: readonly Mutant[]) =>
  mutants.flatMap((mutant) => results.find(mutant, textOf(mutant)) ?? [])

/** Results whose tests have not been verified yet. */
let unverified = knownOf(sample).filter(({ isUnverified }) => isUnverified)
const AT_ONCE = 5

async function attempt(mutant: Mutant): Promise<void> {
  const { path } = mutant
  const order = new TestOrder(tests, testProcess.durations).for(path)
  const tried = options.related ? order.tests.slice(0, order.related) : order.tests
  copy.write(path, textWith(textOf(mutant), mutant))
  const { caughtBy } = await testProcess.run({
    changed: path,
    tests: tried.filter((test) => !broken.has(test)),
  })
  copy.restore(path)
  if (isStopped) return
  const result: Result = { mutant, caughtBy, isFull: !options.related }
  process.stdout.write(`${lineFor(result)}\n`)
  unverified.push(result)
  results.keep({ ...result, isUnverified: true }, textOf(mutant))
}

/** Runs test files without any change: together, because a run takes long to start. */
async function verify(files: readonly string[]): Promise<void> {
  const [first] = files
  if (first === undefined || isStopped) return
  const { caughtBy } = await testProcess.run({ changed: first, tests: files })
  if (caughtBy === null) for (const file of files) trusted.add(file)
  else if (files.length > 1) for (const file of files) await verify([file])
  else if (!isStopped) {
    broken.add(first)
    process.stdout.write(`${first} fails without any change and is left out: ${caughtBy}\n`)
  }
}

/** Stores results once their tests have passed without any change, and tries the others again. */
async function settle(): Promise<void> {
  const files = new Set(unverified.map(testOf).filter((file) => tests.includes(file) && !trusted.has(file)))
  await verify([...files])
  if (isStopped) return
  const again = unverified.filter((result) => broken.has(testOf(result)))
  for (const { isUnverified: _, ...result } of unverified) {
    if (broken.has(testOf(result))) continue
    results.keep(result, textOf(result.mutant))
  }
  unverified = []
  for (const { mutant } of again) if (!isStopped) await attempt(mutant)
  if (again.length > 0 && !isStopped) await settle()
}

const isOpen = (mutant: Mutant) => {
  const result = results.find(mutant, textOf(mutant))
  if (!result) return true
  // All tests would run for a mutant without effect.
  return result.caughtBy === null && !result.isFull && !options.related && !equivalentOf(mutant, texts)
}

try {
  for (const mutant of sample.filter(isOpen)) {
    if (isStopped) break
    await attempt(mutant)
    if (!isStopped && unverified.length >= AT_ONCE) await settle()
  }
  if (!isStopped) await settle()
} finally {
  testProcess.stop()
  copy.remove()
  await cluster.stop()
}
const known = knownOf(sample).filter(({ isUnverified }) => !isUnverified)
process.exitCode = report(known, texts) ? 0 : 1
