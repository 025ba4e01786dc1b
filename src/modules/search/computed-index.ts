import { z } from 'zod'
import type { JobContext } from '../../core/operations/module.ts'
import { computedTexts, declareComputedIndex } from '../content/index.ts'
import { ParsedPages } from '../documents/index.ts'
import { Snapshot } from '../revisions/index.ts'
import { isInContents } from './search-index.ts'
import { type IndexedPage, putPages, removePages } from './store.ts'

/** The job that indexes the computed pages of a space. */
export const INDEX_COMPUTED = 'search.computed'
declareComputedIndex(INDEX_COMPUTED)

const OfSpace = z.object({ spaceId: z.string() })

const INDEXED = {
  name: 'searchComputedPages',
  text: `SELECT "pageId" FROM "SearchPage" WHERE "spaceId" = $1 AND "pageId" LIKE '%\\_%\\_%'`,
}

/** Replaces the rows of the computed pages of a space. */
export async function indexComputed(payload: unknown, { database }: JobContext): Promise<void> {
  const { spaceId } = OfSpace.parse(payload)
  const space = await database.prisma.space.findUnique({ where: { id: spaceId } })
  const revision = space && (await database.prisma.revision.findUnique({ where: { id: space.revisionId } }))
  if (!space || !revision) return
  const found: IndexedPage[] = []
  const texts = computedTexts(database, space.organizationId, new Snapshot(database, revision))
  for await (const { source, pages } of texts) {
    if (!isInContents(source)) continue
    const parsed = new ParsedPages()
    await parsed.readAhead(pages.map(({ markdown }) => markdown))
    found.push(...pages.map(({ id, page, markdown }) => ({ id, page, ...parsed.of(markdown) })))
  }
  const current = new Set(found.map(({ id }) => id))
  await database.transaction(async (_tx, db) => {
    const rows = await db.query<{ pageId: string }>(INDEXED, [spaceId])
    const stray = rows.map(({ pageId }) => pageId).filter((id) => !current.has(id))
    await removePages(db, spaceId, stray)
    await putPages(db, spaceId, found)
  })
}
