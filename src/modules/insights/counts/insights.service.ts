import { invalidField } from '../../../core/errors.ts'
import { operation } from '../../../core/operations/operation.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { getSiteRow } from '../../sites/index.ts'
import { GetInsights, MAX_DAYS } from './counts.model.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The number of days by default. */
const DAYS_SHOWN = 30
/** The number of pages, queries and hosts that are returned. */
const TOP = 100

export interface DayInsights {
  day: string
  views: number
  searches: number
  searchesWithoutResult: number
  good: number
  ok: number
  bad: number
}
export interface PageInsights {
  space: string
  page: string
  title: string
  views: number
  good: number
  ok: number
  bad: number
}
export interface SearchInsights {
  query: string
  count: number
  withoutResult: number
}
export interface ReferrerInsights {
  host: string
  count: number
}

export interface Insights {
  from: string
  to: string
  days: DayInsights[]
  pages: PageInsights[]
  searches: SearchInsights[]
  referrers: ReferrerInsights[]
}

const RATED = `count(*) FILTER (WHERE "rating" = 'good')::int AS "good",
  count(*) FILTER (WHERE "rating" = 'ok')::int AS "ok", count(*) FILTER (WHERE "rating" = 'bad')::int AS "bad"`
const COUNTED = `"siteId" = $1 AND "day" >= $2::text AND "day" <= $3::text`
const SENT = `"siteId" = $1 AND "createdAt" >= ($2::text || 'T00:00:00Z')::timestamptz
  AND "createdAt" < ($3::text || 'T00:00:00Z')::timestamptz + interval '1 day'`

const DAYS = statement<DayInsights>({
  name: 'insightsOfDays',
  text: `SELECT "day", coalesce(sum("views"), 0)::int AS "views", coalesce(sum("searches"), 0)::int AS "searches",
      coalesce(sum("misses"), 0)::int AS "searchesWithoutResult", coalesce(sum("good"), 0)::int AS "good",
      coalesce(sum("ok"), 0)::int AS "ok", coalesce(sum("bad"), 0)::int AS "bad"
    FROM (
      SELECT to_char(g, 'YYYY-MM-DD') AS "day", 0 AS "views", 0 AS "searches", 0 AS "misses", 0 AS "good", 0 AS "ok",
        0 AS "bad" FROM generate_series($2::text::timestamp, $3::text::timestamp, interval '1 day') g
      UNION ALL SELECT "day", CASE WHEN "kind" = 'view' THEN "count" ELSE 0 END,
        CASE WHEN "kind" IN ('search', 'miss') THEN "count" ELSE 0 END,
        CASE WHEN "kind" = 'miss' THEN "count" ELSE 0 END, 0, 0, 0 FROM "SiteCount" WHERE ${COUNTED}
      UNION ALL SELECT to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD'), 0, 0, 0, ("rating" = 'good')::int,
        ("rating" = 'ok')::int, ("rating" = 'bad')::int FROM "SiteFeedback" WHERE ${SENT}
    ) counted GROUP BY "day" ORDER BY "day"`,
})
const PAGES = statement<PageInsights>({
  name: 'insightsOfPages',
  text: `SELECT coalesce(v."space", f."spaceId", '') AS "space", coalesce(v."page", f."pageId", '') AS "page",
      coalesce(v."title", f."title", '') AS "title", coalesce(v."views", 0) AS "views", coalesce(f."good", 0) AS "good",
      coalesce(f."ok", 0) AS "ok", coalesce(f."bad", 0) AS "bad"
    FROM (SELECT split_part("key", '/', 1) AS "space", split_part("key", '/', 2) AS "page",
        (array_agg("label" ORDER BY "day" DESC))[1] AS "title", sum("count")::int AS "views"
      FROM "SiteCount" WHERE ${COUNTED} AND "kind" = 'view' GROUP BY "key") v
    FULL JOIN (SELECT "spaceId", "pageId", (array_agg("pageTitle" ORDER BY "id" DESC))[1] AS "title", ${RATED}
      FROM "SiteFeedback" WHERE ${SENT} GROUP BY "spaceId", "pageId") f
      ON f."spaceId" = v."space" AND f."pageId" = v."page"
    ORDER BY coalesce(v."views", 0) DESC, 2 LIMIT ${TOP}`,
})
const SEARCHES = statement<SearchInsights>({
  name: 'insightsOfSearches',
  text: `SELECT "key" AS "query", sum("count")::int AS "count",
      coalesce(sum("count") FILTER (WHERE "kind" = 'miss'), 0)::int AS "withoutResult"
    FROM "SiteCount" WHERE ${COUNTED} AND "kind" IN ('search', 'miss') GROUP BY "key"
    ORDER BY sum("count") DESC, "key" LIMIT ${TOP}`,
})
const REFERRERS = statement<ReferrerInsights>({
  name: 'insightsOfReferrers',
  text: `SELECT "key" AS "host", sum("count")::int AS "count" FROM "SiteCount"
    WHERE ${COUNTED} AND "kind" = 'referrer' GROUP BY "key" ORDER BY sum("count") DESC, "key" LIMIT ${TOP}`,
})

/** The days from the first to the last. */
export function rangeOf({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const last = to ?? now.toISOString().slice(0, 10)
  const first = from ?? new Date(Date.parse(last) - (DAYS_SHOWN - 1) * DAY_MS).toISOString().slice(0, 10)
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  if (days < 1) throw invalidField('from', `must not be after ${last}`)
  if (days > MAX_DAYS) throw invalidField('from', `must be at most ${MAX_DAYS} days before the last day`)
  return [first, last] as const
}

export const getInsights = operation({
  id: 'siteInsights.get',
  input: GetInsights,
  scope: 'site:read',
  writes: false,
  authorize: (ctx, { organizationId, siteId }) => getSiteRow(ctx.reads, { organizationId, siteId }),
  run: async (ctx, input, { id }): Promise<Insights> => {
    const [from, to] = rangeOf(input, ctx.now())
    const values = [id, from, to]
    const { db } = ctx.reads
    const [days, pages, searches, referrers] = await Promise.all([
      db.query(DAYS, values),
      db.query(PAGES, values),
      db.query(SEARCHES, values),
      db.query(REFERRERS, values),
    ])
    return { from, to, days, pages, searches, referrers }
  },
})
