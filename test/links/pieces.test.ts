import { describe, expect, it } from 'vitest'
import { ParsedPages } from '../../src/modules/documents/index.ts'
import { linkIndex } from '../../src/modules/links/link-index.ts'
import {
  diffRevisions,
  NO_EDITS,
  type PageRecord,
  Snapshot,
  writeRevision,
} from '../../src/modules/revisions/index.ts'
import type { Queryable } from '../../src/platform/database.ts'
import { appForFile } from '../support/app.ts'
import { blankPage, MainContent } from './main-content.ts'

const PAGES = 2_100
/** The most rows, or values of a kind, in one statement. */
const MOST = 1_000

/** A page whose only link leads to the file of the next one. It has no text, so nothing is parsed. */
const pageAt = (at: number): PageRecord => ({
  ...blankPage(null, '', `page-${at}.md`),
  type: 'link',
  target: { kind: 'url', url: `page-${at + 1}.md` },
})

const sizeOf = (value: unknown): number => {
  const list = typeof value === 'string' && value.startsWith('[') ? JSON.parse(value) : value
  return Array.isArray(list) ? list.length : 0
}

const t = await appForFile()

describe('the links of thousands of new pages', () => {
  it('are indexed by statements of limited size, and lead to each other', async () => {
    const { id: spaceId } = await t.build.buildSpace()
    const main = new MainContent(t, spaceId)
    // Content that exists, with a link that is broken until the pages are added.
    await main.edit(async (draft) => draft.setPage('pag_first', pageAt(-1)))
    const before = await main.revision()
    const pages = new Map(Array.from({ length: PAGES }, (_, at) => [`pag_${at}`, pageAt(at)]))
    const sizes: number[] = []
    await t.db.database.transaction(async (tx, db) => {
      const after = await writeRevision(
        { tx, db },
        before,
        { ...NO_EDITS, pages },
        { type: 'edits', parents: [before.id], createdById: null, createdAt: new Date() },
      )
      const recording: Queryable = {
        query: (statement, values) => {
          sizes.push(...values.map(sizeOf))
          return db.query(statement, values)
        },
      }
      const diff = await diffRevisions(db, before, after)
      const snapshots = { before: new Snapshot(recording, before), after: new Snapshot(recording, after) }
      await snapshots.before.learn(diff, 'before')
      await snapshots.after.learn(diff, 'after')
      await linkIndex.update(recording, { spaceId, diff, ...snapshots, parsedPages: new ParsedPages() })
    })
    expect(Math.max(...sizes)).toBe(MOST)
    const links = await main.links()
    expect(links.filter(({ status }) => status !== 'ok').map(({ pageId }) => pageId)).toEqual([
      `pag_${PAGES - 1}`,
    ])
    expect(links.find(({ pageId }) => pageId === 'pag_first')?.targetId).toBe('pag_0')
    expect(links.find(({ pageId }) => pageId === 'pag_1500')?.targetId).toBe('pag_1501')
    expect(links).toHaveLength(PAGES + 1)
  })
})
