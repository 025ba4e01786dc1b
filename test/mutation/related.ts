import { posix } from 'node:path'
import { sourcesUnder } from '../architecture/sources.ts'

/** Tests that take long or start processes run last. */
const SLOW = /^test\/(?:process|clients|browser|access\/(?:matrix|crawl|live|permissions|repeated))/
/** Sources whose tests have other names and use them through the whole server. */
const COVERED: readonly (readonly [sources: RegExp, tests: RegExp])[] = [
  [/^src\/core\/operations\//, /^test\/(?:apis|writes)\//],
  [/^src\/graphql\//, /^test\/(?:apis|live)\//],
  [/^src\/rest\//, /^test\/(?:rest-api|apis)\//],
  [/^src\/web\//, /^test\/publishing\/[^/]+$/],
  [/\.graphql\.ts$/, /^test\/architecture\/schema/],
  [/^src\/modules\/content\//, /^test\/openapi-specs\/computed-pages/],
  [/^src\/modules\/users\/users\.policy/, /^test\/tokens\//],
  [/^src\/app\.ts$/, /^test\/(?:health|live\/redis)/],
  [/^src\/main\.ts$/, /^test\/process\/nodes/],
  [/\/assets\/script\//, /^test\/browser\/(?:pages|reader)/],
]
/** Everything imports these, so an import through them does not indicate a relation. */
const HUBS = new Set(['src/server/app.ts', 'src/modules/index.ts', 'src/main.ts', 'test/support/app.ts'])

/** The order in which test files run for a change of a file: related ones first, then fast ones. */
export class TestOrder {
  readonly #importers = new Map<string, string[]>()
  readonly #tests: readonly string[]
  readonly #durations: ReadonlyMap<string, number>

  constructor(tests: readonly string[], durations: ReadonlyMap<string, number>) {
    this.#tests = tests
    this.#durations = durations
    for (const { path, imports } of [...sourcesUnder('src'), ...sourcesUnder('test')]) {
      for (const { target, isOurs, isTypeOnly } of imports) {
        if (isOurs && !isTypeOnly) this.#importers.set(target, [...(this.#importers.get(target) ?? []), path])
      }
    }
  }

  /** All test files, the related ones first, and the number of related ones. */
  for(path: string): { tests: string[]; related: number } {
    const distances = this.#distancesTo(path)
    const words = wordsOf(path)
    const covering = COVERED.filter(([sources]) => sources.test(path)).map(([, tests]) => tests)
    const rank = (test: string) => {
      const isCovering = covering.some((tests) => tests.test(test))
      const distance = isCovering ? 0 : (distances.get(test) ?? Number.POSITIVE_INFINITY)
      const shared = wordsOf(test).filter((word) => words.includes(word)).length
      if (distance > 3 && shared === 0) return Number.POSITIVE_INFINITY
      return Math.min(distance, 4) - 2 * shared + (SLOW.test(test) && !isCovering ? 3 : 0)
    }
    const ranked = this.#tests.map((test) => ({
      test,
      rank: rank(test),
      ms: this.#durations.get(test) ?? 3_000,
    }))
    const isRelated = (each: { rank: number }) => each.rank < Number.POSITIVE_INFINITY
    const related = ranked.filter(isRelated).sort((one, other) => one.rank - other.rank || one.ms - other.ms)
    const rest = ranked.filter((each) => !isRelated(each))
    rest.sort(
      (one, other) => Number(SLOW.test(one.test)) - Number(SLOW.test(other.test)) || one.ms - other.ms,
    )
    return { tests: [...related, ...rest].map(({ test }) => test), related: related.length }
  }

  #distancesTo(path: string): Map<string, number> {
    const distances = new Map([[path, 0]])
    for (const [file, distance] of distances) {
      for (const importer of this.#importers.get(file) ?? []) {
        if (!distances.has(importer) && !HUBS.has(importer)) distances.set(importer, distance + 1)
      }
    }
    return distances
  }
}

/** The folders and the words of the file's name, which indicate its subject. */
function wordsOf(path: string): string[] {
  const general = new Set([
    'src',
    'test',
    'core',
    'modules',
    'api',
    'ts',
    'service',
    'model',
    'graphql',
    'rest',
  ])
  const parts = [...posix.dirname(path).split('/'), ...posix.basename(path).split(/[.-]/)]
  return [...new Set(parts.filter((part) => !general.has(part)).map((part) => part.replace(/s$/, '')))]
}
