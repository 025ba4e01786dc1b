import type { LoaderDefinition } from '../../../core/lists/definitions.ts'
import { readOf } from '../../../core/lists/loaders.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { hashOf, type PageRecord, pageWords } from '../../revisions/index.ts'
import type { Difference } from '../differences/differences.service.ts'

/** Changes with the content of the page. A deleted page has one of its own. */
export const digestOf = (page: PageRecord | undefined): string => (page ? hashOf(pageWords(page)) : 'deleted')

interface Viewable {
  changeRequestId: string
  pageId: string
}

const cacheKey = ({ changeRequestId, pageId }: Viewable) => `${changeRequestId}/${pageId}`

const VIEWED = statement<Viewable & { digest: string }>({
  name: 'viewedPages',
  text: `SELECT "changeRequestId", "pageId", "digest" FROM "ViewedPage" WHERE "userId" = $3
    AND ("changeRequestId", "pageId") IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
})

/** The digests of the pages that the viewer has marked, of change requests whose access was already checked. */
const viewedDigest: LoaderDefinition<Viewable, string> = {
  name: VIEWED.name,
  scope: 'space:read',
  cacheKey,
  batch: async ({ db, viewer }, keys) => {
    const rows = await db.query(VIEWED, [
      keys.map(({ changeRequestId }) => changeRequestId),
      keys.map(({ pageId }) => pageId),
      viewer.userId,
    ])
    const found = new Map(rows.map((row) => [cacheKey(row), row.digest]))
    return keys.map((key) => found.get(cacheKey(key)) ?? null)
  },
}

/** Whether the viewer has viewed the page of a change as it is now. Null for what cannot be marked. */
export const isViewed = readOf('space:read', async (reads, { change, content }: Difference) => {
  if (!('page' in change) || !content.changeRequest) return null
  const key = { changeRequestId: content.changeRequest.id, pageId: change.page }
  const digest = await reads.load(viewedDigest, key)
  return digest === digestOf('after' in change ? change.after : undefined)
})
