// `npm run test:mutation -- --count 100 --seed 1`: makes small changes to the sources, and reports those that the
// tests do not detect. `--only` limits files and areas by a part of the path.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '../../src/project-root.ts'
import { ensureBuilt } from '../../src/tools/build.mjs'
import { sourcesUnder } from '../architecture/sources.ts'
import { startCluster } from '../support/cluster.ts'
import { areaOf, isSampled } from './areas.ts'
import { Copy } from './copy.ts'
import { mutantsOf, textWith } from './mutants.ts'
import { TestOrder } from './related.ts'
import { lineFor, report } from './report.ts'
import { Results } from './results.ts'
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
const copy = new Copy(projectRoot)
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

async function verdictOn(
  path: string,
  changed: string,
): Promise<{ caughtBy: string | null; isFull: boolean }> {
  const order = new TestOrder(tests, testProcess.durations).for(path)
  const tried = (options.related ? order.tests.slice(0, order.related) : order.tests).filter(
    (test) => !broken.has(test),
  )
  copy.write(path, changed)
  const { caughtBy } = await testProcess.run({ changed: path, tests: tried })
  copy.restore(path)
  const [file = ''] = caughtBy?.split(': ') ?? []
  if (isStopped || !tests.includes(file) || trusted.has(file)) return { caughtBy, isFull: !options.related }
  const { caughtBy: fails } = await testProcess.run({ changed: path, tests: [file] })
  if (fails === null) trusted.add(file)
  else broken.add(file)
  if (fails !== null) process.stdout.write(`${file} fails without any change and is left out: ${fails}\n`)
  return fails === null ? { caughtBy, isFull: !options.related } : verdictOn(path, changed)
}

try {
  for (const [at, mutant] of sample.entries()) {
    if (isStopped) break
    const text = texts.get(mutant.path) ?? ''
    let result = results.find(mutant, text)
    if (!result || (result.caughtBy === null && !result.isFull && !options.related)) {
      result = { mutant, ...(await verdictOn(mutant.path, textWith(text, mutant))) }
      if (isStopped) break
      results.keep(result, text)
    }
    process.stdout.write(`${String(at + 1).padStart(4)} ${lineFor(result)}\n`)
  }
} finally {
  testProcess.stop()
  copy.remove()
  await cluster.stop()
}
const known = sample.flatMap((mutant) => results.find(mutant, texts.get(mutant.path) ?? '') ?? [])
process.exitCode = report(known, texts) ? 0 : 1
