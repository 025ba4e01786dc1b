import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/core/ids.ts'
import { INDEX_VERSION } from '../../src/modules/content/main-content-indexes.ts'
import { indexOldContent } from '../../src/modules/content/reindex.ts'
import { Jobs } from '../../src/platform/jobs.ts'
import { blankPage, MainContent } from '../links/main-content.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Person } from '../support/factories.ts'
import { callRest } from '../support/rest-api.ts'

let t: TestApp
let who: Person
let organizationId: string
let spaceId: string

beforeAll(async () => {
  t = await startApp()
  organizationId = (await t.build.buildOrganization()).id
  who = await t.build.buildPerson({ organizationId, role: 'edit' })
})
afterAll(() => t?.close())

const TEXTS = [
  '## Begin\n\nTo the [end](p5.md#end) and [nowhere](none.md), or [here](#begin).',
  'About lemons and [a heading that is not there](p4.md#none).',
  'See [the file](../assets/x.png) and [a page by its name](../b/other.md).',
  'Nothing but words.',
  '## Some\n\n[back](p0.md#begin)',
  '# Six\n\n## End\n\nThe end of lemons.',
]

beforeEach(async () => {
  await t.db.database.prisma.space.updateMany({ data: { indexVersion: INDEX_VERSION } })
  spaceId = (await t.build.buildSpace({ organizationId, editMode: 'live' })).id
  await new MainContent(t, spaceId).edit(async (draft) => {
    for (const [n, text] of TEXTS.entries()) {
      const document = draft.keep(text)
      const page = blankPage(null, `p${n}`, n === 2 ? 'docs/a/p2.md' : undefined)
      await draft.place(newId('Page'), { ...page, ...(document ? { document } : {}), noIndex: n === 3 })
    }
    await draft.place(newId('Page'), blankPage(null, 'elsewhere', 'docs/b/other.md'))
    const file = { name: 'x.png', contentType: 'image/png', size: 1, blob: '', createdAt: '2026-01-01' }
    draft.setFile(newId('File'), { ...file, git: { oid: '0', path: 'docs/assets/x.png' } })
  })
})

const TABLES = ['Link', 'ContentName', 'PageAnchors', 'SearchPage', 'SearchSection']

/** All rows of the indexes of a space. */
async function indexOf(id = spaceId): Promise<string[][]> {
  const found = TABLES.map(async (table) => {
    const text = `SELECT (r.*)::text AS row FROM "${table}" r WHERE r."spaceId" = $1`
    const { rows } = await t.db.database.pool.query<{ row: string }>(text, [id])
    return rows.map(({ row }) => row).sort()
  })
  return Promise.all(found)
}

/** May contain words that no page contains any more; reindexing removes them. */
const wordsOf = async () =>
  (await t.db.database.prisma.searchWord.findMany({ where: { spaceId } })).map(({ word }) => word).sort()

const versionOf = async () =>
  (await t.db.database.prisma.space.findUniqueOrThrow({ where: { id: spaceId } })).indexVersion

/** Removes everything from the indexes, as in spaces older than the indexes. */
async function forget(): Promise<void> {
  const { pool } = t.db.database
  for (const table of [...TABLES, 'SearchWord'])
    await pool.query(`DELETE FROM "${table}" WHERE "spaceId" = $1`, [spaceId])
  await pool.query(`UPDATE "Space" SET "indexVersion" = 0 WHERE "id" = $1`, [spaceId])
}

const change = async (changes: object[]) => {
  const answer = await callRest(t, who, 'POST', `/spaces/${spaceId}/content`, { body: { changes } })
  expect(answer.status, answer.trace).toBe(200)
}

/** The database, with something that happens after the given number of transactions. */
function interrupted(after: number, happens: () => Promise<unknown>): TestApp['db']['database'] {
  const { database } = t.db
  let made = 0
  return {
    ...database,
    transaction: async (work) => {
      const result = await database.transaction(work)
      if (++made === after) await happens()
      return result
    },
  }
}

it('indexes a space of each organization before the next one of any', async () => {
  const { prisma } = t.db.database
  const { id: otherId } = await t.build.buildOrganization()
  const own = [spaceId]
  for (const _ of [1, 2]) own.push((await t.build.buildSpace({ organizationId })).id)
  const others = [(await t.build.buildSpace({ organizationId: otherId })).id]
  own.sort()
  await prisma.space.updateMany({
    where: { id: { in: [...own, ...others] } },
    data: { indexVersion: 0 },
  })
  const [first, ...rest] = own
  const done = await indexOldContent(t.db.database)
  expect(done.slice(0, 2).sort()).toEqual([first, ...others].sort())
  expect(done.slice(2)).toEqual(rest)
})

describe('content without current indexes', () => {
  it('is indexed as if it were written now, with any batch size', async () => {
    const [before, words] = [await indexOf(), await wordsOf()]
    expect(words).toContain('lemons')
    expect(before.map((rows) => rows.length)).toEqual([7, 3, 7, 6, 5])
    expect(await versionOf()).toBe(INDEX_VERSION)
    for (const chunk of [1, 3, 100]) {
      await forget()
      expect(await indexOldContent(t.db.database, { chunk })).toEqual([spaceId])
      expect(await indexOf()).toEqual(before)
      expect(await wordsOf()).toEqual(words)
      expect(await versionOf()).toBe(INDEX_VERSION)
    }
  })

  it('loses rows of deleted pages', async () => {
    const before = await indexOf()
    const { pool } = t.db.database
    await pool.query(`UPDATE "Space" SET "indexVersion" = 0 WHERE "id" = $1`, [spaceId])
    await pool.query(
      `INSERT INTO "Link" ("spaceId", "pageId", "ordinal", "href", "relation", "nodeKey", "status")
      VALUES ($1, 'pag_gone', 0, 'x', 'reference', '', 'broken')`,
      [spaceId],
    )
    await indexOldContent(t.db.database)
    expect(await indexOf()).toEqual(before)
  })

  it('is not indexed again if its indexes are current, with one statement', async () => {
    const from = t.db.statements.length
    expect(await indexOldContent(t.db.database)).toEqual([])
    expect(t.db.statements.length - from).toBe(1)
  })

  it('is copied with its space', async () => {
    const admin = await t.build.buildPerson({ organizationId, role: 'admin' })
    const { body } = await callRest(t, admin, 'POST', `/spaces/${spaceId}/duplicate`, { body: {} })
    const { id } = body as { id: string }
    expect(await indexOldContent(t.db.database)).toEqual([])
    expect((await indexOf(id)).map((rows) => rows.length)).toEqual([7, 3, 7, 6, 5])
  })

  it('is created once when two nodes index concurrently', async () => {
    const before = await indexOf()
    await forget()
    const indexed: string[] = []
    const nodes = [1, 2].map(() => new Jobs({ pool: t.db.database.pool, isReady: () => true, onError: fail }))
    const jobs = nodes.map((node) =>
      node.every(3_600_000, 'index-content', async () => {
        indexed.push(...(await indexOldContent(t.db.database, { chunk: 2 })))
      }),
    )
    await Promise.all([...jobs.map((job) => job.turn()), ...nodes.map((node) => node.idle())])
    await Promise.all(nodes.map((node) => node.close()))
    expect(indexed).toEqual([spaceId])
    expect(await indexOf()).toEqual(before)

    // Even without a lock, no row is written twice.
    await forget()
    await Promise.all([1, 2].map(() => indexOldContent(t.db.database, { chunk: 2 })))
    expect(await indexOf()).toEqual(before)
  })

  it.each([1, 2, 4, 7])('keeps changes during indexing, after %i transactions', async (after) => {
    const { rows } = await t.db.database.pool.query<{ pageId: string }>(
      `SELECT "pageId" FROM "PageAnchors" WHERE "spaceId" = $1 ORDER BY 1`,
      [spaceId],
    )
    const [first, second, , fourth, , sixth] = rows.map(({ pageId }) => pageId)
    await forget()
    const writing = () =>
      change([
        { operation: 'insert_page', title: 'None', slug: 'none', document: { markdown: '[x](p1.md) figs' } },
        { operation: 'update_page', page: second, document: { markdown: 'Now about figs.' } },
        { operation: 'update_page', page: sixth, document: { markdown: '## Over\n\nNo end.' } },
        { operation: 'update_page', page: first, slug: 'moved' },
        { operation: 'delete_page', page: fourth },
      ])
    await indexOldContent(interrupted(after, writing), { chunk: 1 })
    const made = await indexOf()
    const statuses = await t.db.database.prisma.link.findMany({
      where: { spaceId, href: { in: ['p5.md#end', 'none.md'] } },
      orderBy: { ordinal: 'asc' },
    })
    expect(statuses.map(({ status }) => status)).toEqual(['broken', 'ok'])
    await t.db.database.prisma.space.update({ where: { id: spaceId }, data: { indexVersion: 0 } })
    await indexOldContent(t.db.database)
    expect(await indexOf()).toEqual(made)
  })

  it('is continued by the next run after one that was stopped', async () => {
    const before = await indexOf()
    await forget()
    const stop = new AbortController()
    const stopping = interrupted(3, async () => stop.abort())
    expect(await indexOldContent(stopping, { chunk: 1, signal: stop.signal })).toEqual([])
    expect(await versionOf()).toBe(0)
    const progress: number[] = []
    await indexOldContent(t.db.database, { chunk: 3, onProgress: ({ pages }) => progress.push(pages) })
    expect(progress).toEqual([3, 6])
    expect(await indexOf()).toEqual(before)
  })

  it('does not wait for a space that fails', async () => {
    await forget()
    const bad = await t.build.buildSpace({ organizationId, revisionId: newId('Revision') })
    await t.db.database.prisma.revision.deleteMany({ where: { spaceId: bad.id } })
    const failed: string[] = []
    const done = await indexOldContent(t.db.database, { onError: (id) => failed.push(id) })
    expect([done, failed]).toEqual([[spaceId], [bad.id]])
  })
})

function fail(_name: string, error: unknown): never {
  throw error
}
