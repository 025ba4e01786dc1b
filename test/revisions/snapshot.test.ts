import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  diffRevisions,
  hashOf,
  NO_EDITS,
  type PageRecord,
  pathOf,
  type Roots,
  Snapshot,
  writeRevision,
} from '../../src/modules/revisions/index.ts'
import { startApp, type TestApp } from '../support/app.ts'

const CREATED = '2026-01-01T00:00:00.000Z'
const pageOf = (parent: string | null, slug: string): PageRecord => ({
  type: 'document',
  parent,
  slug,
  title: slug,
  createdAt: CREATED,
})

describe('a snapshot of a revision', () => {
  let t: TestApp
  let spaceId: string
  let empty: Roots

  const write = (from: Roots, edits: Partial<typeof NO_EDITS>) =>
    t.db.database.transaction((tx, db) =>
      writeRevision(
        { tx, db },
        from,
        { ...NO_EDITS, ...edits },
        {
          type: 'edits',
          parents: [],
          createdById: null,
          createdAt: new Date(),
        },
      ),
    )

  beforeAll(async () => {
    t = await startApp()
    const space = await t.build.buildSpace()
    spaceId = space.id
    empty = await t.db.database.prisma.revision.findUniqueOrThrow({ where: { id: space.revisionId } })
  })
  afterAll(() => t.close())

  it('finds pages by id, with their ancestors, in one statement regardless of the depth of the map', async () => {
    const pages = new Map<string, PageRecord>()
    for (let n = 0; n < 2_000; n++) pages.set(`pag_${n}`, pageOf(n < 10 ? null : `pag_${n % 10}`, `p${n}`))
    pages.set('pag_deep', pageOf('pag_1999', 'deep'))
    const revision = await write(empty, { pages })
    const snapshot = new Snapshot(t.db.database, revision)
    const before = t.db.statements.length
    const placed = await snapshot.placed(['pag_deep', 'pag_3', 'pag_none'])
    expect(t.db.statements.length - before).toBe(1)
    expect([...placed.keys()]).toEqual(['pag_deep', 'pag_3'])
    const deep = placed.get('pag_deep')
    expect(deep && pathOf(deep)).toBe('p9/p1999/deep')
    expect((await snapshot.pages(['pag_42'])).get('pag_42')).toEqual(pageOf('pag_2', 'p42'))
    expect((await snapshot.allPages()).size).toBe(2_001)
  })

  it('does not change the revision that it is based on', async () => {
    const markdown = '# One\n'
    const one = await write(empty, {
      pages: new Map([['pag_a', { ...pageOf(null, 'a'), document: hashOf(markdown) }]]),
      folders: new Map([['root', { pages: [['pag_a', 'a'] as [string, string]] }]]),
      documents: new Map([[hashOf(markdown), markdown]]),
    })
    const two = await write(one, { pages: new Map([['pag_a', null]]), folders: new Map([['root', null]]) })
    const snapshot = new Snapshot(t.db.database, one)
    expect((await snapshot.pages(['pag_a'])).get('pag_a')).toMatchObject({ slug: 'a' })
    expect([...(await snapshot.documents([hashOf(markdown)])).values()]).toEqual([markdown])
    expect(two.pagesRoot).toBeNull()
    const diff = await diffRevisions(t.db.database, one, two)
    expect([...diff.pages]).toEqual([
      ['pag_a', { before: expect.objectContaining({ slug: 'a' }), after: null }],
    ])
    expect(spaceId).toBe(two.spaceId)
  })
})
