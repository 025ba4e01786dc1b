import { operation } from '../../../core/operations/operation.ts'
import type { Space } from '../../../generated/prisma/client.ts'
import type { Queryable } from '../../../platform/database.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { findPagesById } from '../../content/index.ts'
import { customizationsOf, getSiteRow } from '../../sites/index.ts'
import { hostOf } from '../counts/host-of.ts'
import { addCounts, type Counted } from '../counts/visit-counts.ts'
import { wordsOf } from '../counts/words-of.ts'
import { type ReportedEvent, TrackSiteEvents } from './tracking.model.ts'

const SPACES = statement<Pick<Space, 'id' | 'organizationId' | 'revisionId'>>({
  name: 'spacesOfTrackedSite',
  text: `SELECT DISTINCT s."id", s."organizationId", s."revisionId" FROM "SiteSpace" x JOIN "Space" s ON s."id" = x."spaceId"
    WHERE x."siteId" = $1 AND s."id" = ANY($2) AND s."deletedAt" IS NULL`,
})

/**
 * Counts what readers did on a frontend of its own, which shows a site with the data of this server. What it reports is
 * added to what this server counts on the pages that it serves. Returns how many events were counted.
 */
export const trackSiteEvents = operation({
  id: 'siteInsights.track',
  input: TrackSiteEvents,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { organizationId, siteId }) => getSiteRow(ctx.reads, { organizationId, siteId }),
  run: async (ctx, { events }, { id: siteId }) => {
    const { db } = ctx.reads
    const { site } = await customizationsOf({ db }, siteId)
    if (site.insights.enabled === false) return { counted: 0 }
    const titles = await titlesOf(db, siteId, events)
    const counts = new Map<string, Counted>()
    const day = ctx.now().toISOString().slice(0, 10)
    const add = (kind: Counted['kind'], key: string, label: string | null = null) => {
      const known = counts.get(`${kind} ${key}`)
      if (known) known.count += 1
      else counts.set(`${kind} ${key}`, { siteId, day, kind, key, label, count: 1 })
    }
    let counted = 0
    for (const { type, query, session, location } of events) {
      const words = type === 'search_type_query' ? wordsOf(query ?? '') : ''
      const title = type === 'page_view' ? titles.get(placeKey(location)) : undefined
      if (words === '' && title === undefined) continue
      counted += 1
      if (words !== '') add('search', words)
      if (title === undefined) continue
      add('view', placeKey(location), title)
      const host = hostOf(session?.referrer)
      if (host !== null && host !== hostOf(location.url)) add('referrer', host)
    }
    await addCounts(db, [...counts.values()])
    return { counted }
  },
})

const placeKey = ({ space, page }: ReportedEvent['location']): string => `${space ?? ''}/${page ?? ''}`

/** The titles of the pages that were viewed, in spaces of the site. Others are not counted. */
async function titlesOf(
  db: Queryable,
  siteId: string,
  events: readonly ReportedEvent[],
): Promise<Map<string, string>> {
  const viewed = events.flatMap(({ type, location: { space, page } }) =>
    type === 'page_view' && space && page ? [{ space, page }] : [],
  )
  const distinct = [
    ...new Map(viewed.map((location) => [placeKey({ url: '', ...location }), location])).values(),
  ]
  if (distinct.length === 0) return new Map()
  const rows = await db.query(SPACES, [siteId, [...new Set(distinct.map(({ space }) => space))]])
  const spaces = new Map(rows.map((row) => [row.id, row]))
  const keys = distinct.flatMap(({ space: id, page: pageId }) => {
    const space = spaces.get(id)
    return space ? [{ space, pageId }] : []
  })
  const pages = await findPagesById(db, keys)
  return new Map(
    keys.flatMap(({ space, pageId }, index) => {
      const found = pages[index]
      return found ? [[`${space.id}/${pageId}`, found.page.title] as const] : []
    }),
  )
}
