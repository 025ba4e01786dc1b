import { z } from 'zod'
import { partsWithin } from '../../core/lists/long-values.ts'
import type { JobContext } from '../../core/operations/module.ts'
import { statement } from '../../platform/statements/statement.ts'
import { computedTexts, declareComputedIndex } from '../content/index.ts'
import { ParsedPages } from '../documents/index.ts'
import { Snapshot } from '../revisions/index.ts'
import { isInContents } from './search-index.ts'
import { type IndexedPage, putPages, removePages } from './store.ts'

/** The job that indexes the computed pages of a space. */
export const INDEX_COMPUTED = 'search.computed'
declareComputedIndex(INDEX_COMPUTED)

/** Characters of pages that are stored at once: encoding those of a large spec would block the event loop. */
const STATEMENT_CHARACTERS = 128 * 1024

const OfSpace = z.object({ spaceId: z.string() })

const INDEXED = statement<{ pageId: string }>({
  name: 'searchComputedPages',
  text: `SELECT "pageId" FROM "SearchPage" WHERE "spaceId" = $1 AND "pageId" LIKE '%\\_%\\_%'`,
})

/** Replaces the rows of the computed pages of a space. */
export async function indexComputed(payload: unknown, { database }: JobContext): Promise<void> {
  const { spaceId } = OfSpace.parse(payload)
  const space = await database.prisma.space.findUnique({ where: { id: spaceId } })
  const revision = space && (await database.prisma.revision.findUnique({ where: { id: space.revisionId } }))
  if (!space || !revision) return
  const found: (IndexedPage & { bytes: number })[] = []
  const texts = computedTexts(database, space.organizationId, new Snapshot(database, revision))
  for await (const { source, pages } of texts) {
    if (!isInContents(source)) continue
    const parsed = ParsedPages.for(space.organizationId)
    await parsed.readAhead(pages.map(({ markdown }) => markdown))
    found.push(
      ...pages.map(({ id, page, markdown }) => ({
        id,
        page,
        ...parsed.of(markdown),
        isEvaluated: false,
        bytes: markdown.length,
      })),
    )
  }
  const current = new Set(found.map(({ id }) => id))
  await database.transaction(async (_tx, db) => {
    const rows = await db.query(INDEXED, [spaceId])
    const stray = rows.map(({ pageId }) => pageId).filter((id) => !current.has(id))
    await removePages(db, spaceId, stray)
    for (const part of partsWithin(found, STATEMENT_CHARACTERS)) await putPages(db, spaceId, part)
  })
}
