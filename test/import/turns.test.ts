import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MainContentChange } from '../../src/modules/content/index.ts'
import { formerPathIndex } from '../../src/modules/content/pages/former-paths.ts'
import { matchPages } from '../../src/modules/import/matching/match-pages.ts'
import { editsOfPages } from '../../src/modules/import/matching/page-edits.ts'
import type { RepositoryPage } from '../../src/modules/import/repository/repository-content.ts'
import { writeAnchors } from '../../src/modules/links/anchors.ts'
import { nameChanges } from '../../src/modules/links/names.ts'
import { semanticChanges } from '../../src/modules/merge/differences/semantic-changes.ts'
import { mergeBoth } from '../../src/modules/merge/three-way/merge.ts'
import { mergeOrder } from '../../src/modules/merge/three-way/order.ts'
import { type PageRecord, Snapshot } from '../../src/modules/revisions/index.ts'
import { MapWriter } from '../../src/modules/revisions/node-map.ts'
import type { Queryable } from '../../src/platform/database.ts'
import { type Content, changesBetween, emptyContent, inputOf, readerOf } from '../merge/memory-content.ts'

const PAGES = 200
/** The most steps of a millisecond before other requests run. */
const TURN_STEPS = 10

const pathAt = (at: number) => `page-${at}.md`
const recordAt = (at: number): PageRecord => ({
  type: 'document',
  parent: null,
  slug: `page-${at}`,
  title: `Page ${at}`,
  git: { path: pathAt(at), oid: String(at) },
  createdAt: '2026-01-01T00:00:00.000Z',
})
const pageAt = (at: number): RepositoryPage => ({
  type: 'document',
  title: `Page ${at}`,
  markdown: `# Page ${at}\n`,
  git: { path: pathAt(at), oid: `new ${at}` },
  stated: {},
  pages: [],
})

const numbers = Array.from({ length: PAGES }, (_, at) => at)
const incoming = numbers.map((at) => ({ page: pageAt(at), parent: undefined, depth: 0 }))
const records = new Map(numbers.map((at) => [`pg_${at}`, recordAt(at)]))
const diff = {
  pages: new Map([...records].map(([id, after]) => [id, { before: null, after }])),
  folders: new Map(),
  files: new Map(),
  reusables: new Map(),
}
const noDatabase: Queryable = {
  query: () => Promise.reject(new Error('Nothing is read.')),
}

const emptyRevision = {
  spaceId: 'spc_1',
  pagesRoot: null,
  foldersRoot: null,
  filesRoot: null,
  reusablesRoot: null,
  variables: {},
}
const nothing = { pages: new Map(), folders: new Map() }

const withPages = (pages: Content['pages']): Content => ({
  ...emptyContent(),
  pages,
  folders: new Map([['root', { pages: [...pages].map(([id, { slug }]) => [id, slug]) }]]),
})

/** Work whose length follows the number of pages, and how often it visits each of them. */
const work: Record<string, [number, () => Promise<unknown>]> = {
  'recognizing pages': [
    2,
    () => matchPages(incoming, { pages: records, documents: async () => new Map() }, async () => []),
  ],
  'placing pages': [
    2,
    () => editsOfPages(incoming, new Map(), { ...nothing, others: 'keep' }, new Date(0), { add: () => {} }),
  ],
  'learning a difference': [1, () => new Snapshot(noDatabase, emptyRevision).learn(diff, 'after')],
  'writing a map of pages': [2, () => new MapWriter(async () => new Map()).apply(null, records)],
  'collecting names': [1, () => nameChanges(diff)],
  'storing anchors': [
    1,
    () =>
      writeAnchors({ query: async () => [] }, 'spc_1', new Set(), {
        anchors: new Map([...records.keys()].map((id) => [id, ['part']])),
        specs: new Map(),
      }),
  ],
  'remembering former paths': [
    1,
    () => formerPathIndex.update(noDatabase, { diff } as unknown as MainContentChange),
  ],
  'placing known pages': [
    2,
    async () => {
      const snapshot = new Snapshot(noDatabase, emptyRevision)
      snapshot.learnPages(records)
      await snapshot.placed([...records.keys()])
    },
  ],
  'ordering pages that both sides sorted': [
    1,
    () => {
      const ids = [...records.keys()]
      const [first = '', second = '', ...rest] = ids
      const primary = [second, first, ...rest]
      const changed = [first, second, ...rest.toReversed()]
      return mergeOrder({ base: ids, primary, changed, members: new Set(ids) })
    },
  ],
  'comparing revisions': [
    2,
    () =>
      semanticChanges({
        before: readerOf(emptyContent()),
        after: readerOf(withPages(records)),
        changes: changesBetween(emptyContent(), withPages(records)),
      }),
  ],
  merging: [
    5,
    () =>
      mergeBoth(inputOf(emptyContent(), emptyContent(), withPages(records)), {
        mergeSource: () => Promise.reject(new Error('No text is merged.')),
      }),
  ],
}

// The clock of each test begins at 0, in another iteration of the event loop.
beforeEach(() => nextTurn())

afterEach(() => {
  vi.restoreAllMocks()
})

describe.each(Object.entries(work))('%s', (_name, [visits, run]) => {
  it('lets other requests run in between', async () => {
    let now = 0
    // Each step takes a millisecond.
    vi.spyOn(performance, 'now').mockImplementation(() => now++)
    let isDone = false
    let others = 0
    const finished = run().finally(() => {
      isDone = true
    })
    while (!isDone) {
      await nextTurn()
      others += 1
    }
    await finished
    expect(others).toBeGreaterThan((visits * PAGES) / TURN_STEPS)
  })
})
