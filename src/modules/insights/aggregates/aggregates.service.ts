import { invalidField } from '../../../core/errors.ts'
import { operation } from '../../../core/operations/operation.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { getSiteRow } from '../../sites/index.ts'
import { rangeOf } from '../counts/insights.service.ts'
import { type AggregateColumn, AggregateSiteEvents, daysOf } from './aggregates.model.ts'

interface Group {
  datetime: string | null
  eventType: string | null
  page: string | null
  eventSearchQuery: string | null
  referrerDomain: string | null
  eventPageFeedbackRating: string | null
  eventsCount: number
}

/** A column of the result, with its value for each row. */
export interface AggregatedColumn {
  column: AggregateColumn
  values: unknown[]
}

// $4 to $9 are what is grouped by, $10 and $11 the filters by column. Hosts that readers come from are counted for the
// whole site, so they are read in place of views ($9).
const AGGREGATE = statement<Group>({
  name: 'insightsAggregate',
  text: `SELECT CASE WHEN $4::text IS NOT NULL
        THEN to_char(date_trunc($4::text, e."day"::timestamp), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') END AS "datetime",
      CASE WHEN $5::boolean THEN e."eventType" END AS "eventType", CASE WHEN $6::boolean THEN e."page" END AS "page",
      CASE WHEN $7::boolean THEN e."eventSearchQuery" END AS "eventSearchQuery",
      CASE WHEN $8::boolean THEN e."referrerDomain" END AS "referrerDomain",
      CASE WHEN $9::boolean THEN e."eventPageFeedbackRating" END AS "eventPageFeedbackRating",
      sum(e."count")::int AS "eventsCount"
    FROM (
      SELECT c."day", CASE WHEN c."kind" IN ('view', 'referrer') THEN 'page_view' ELSE 'search_type_query' END AS "eventType",
        CASE WHEN c."kind" = 'view' THEN c."key" END AS "page",
        CASE WHEN c."kind" IN ('search', 'miss') THEN c."key" END AS "eventSearchQuery",
        CASE WHEN c."kind" = 'referrer' THEN c."key" END AS "referrerDomain", NULL AS "eventPageFeedbackRating", c."count"
      FROM "SiteCount" c WHERE c."siteId" = $1 AND c."day" >= $2::text AND c."day" <= $3::text
        AND c."kind" <> CASE WHEN $12::boolean THEN 'view' ELSE 'referrer' END
      UNION ALL SELECT to_char(f."createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD'), 'page_post_feedback',
        f."spaceId" || '/' || f."pageId", NULL, NULL, f."rating", 1
      FROM "SiteFeedback" f WHERE f."siteId" = $1 AND f."createdAt" >= ($2::text || 'T00:00:00Z')::timestamptz
        AND f."createdAt" < ($3::text || 'T00:00:00Z')::timestamptz + interval '1 day'
    ) e
    WHERE NOT EXISTS (SELECT 1 FROM jsonb_each($10::jsonb) w
        WHERE NOT w.value @> jsonb_build_array(coalesce(to_jsonb(e) ->> w.key, '')))
      AND NOT EXISTS (SELECT 1 FROM jsonb_each($11::jsonb) w
        WHERE w.value @> jsonb_build_array(coalesce(to_jsonb(e) ->> w.key, '')))
    GROUP BY 1, 2, 3, 4, 5, 6
    ORDER BY CASE $13::text WHEN 'eventsCount asc' THEN sum(e."count") WHEN 'eventsCount desc' THEN -sum(e."count") END,
      CASE WHEN $13::text = 'datetime desc' THEN min(e."day") END DESC, 1, 2, 3, 4, 5, 6
    LIMIT $14::int`,
})

/** What readers did, counted by what the caller asks for. */
export const aggregateSiteEvents = operation({
  id: 'siteInsights.aggregate',
  input: AggregateSiteEvents,
  scope: 'site:read',
  writes: false,
  authorize: (ctx, { organizationId, siteId }) => getSiteRow(ctx.reads, { organizationId, siteId }),
  run: async (ctx, input, { id }): Promise<AggregatedColumn[]> => {
    const { groupBy, where, limit } = input
    const [from, to] = rangeOf(daysOf(input, ctx.now()), ctx.now())
    const grouped = new Set(groupBy.map(({ column }) => column))
    const selected = input.select ?? [...groupBy, { column: 'eventsCount' as const }]
    const missing = selected.find(({ column }) => column !== 'eventsCount' && !grouped.has(column))
    if (missing) throw invalidField('select', `has ${missing.column}, which groupBy does not have`)
    if (grouped.has('eventsCount')) throw invalidField('groupBy', 'must not have eventsCount')
    const used = new Set([...grouped, ...where.map(({ column }) => column)])
    if (used.has('referrerDomain') && used.has('page')) {
      throw invalidField('groupBy', 'must not have both page and referrerDomain: hosts are counted by site')
    }
    const interval = groupBy.find(({ column }) => column === 'datetime')?.interval ?? 'day'
    const rows = await ctx.reads.db.query(AGGREGATE, [
      id,
      from,
      to,
      grouped.has('datetime') ? interval : null,
      grouped.has('eventType'),
      grouped.has('page'),
      grouped.has('eventSearchQuery'),
      grouped.has('referrerDomain'),
      grouped.has('eventPageFeedbackRating'),
      JSON.stringify(filtersOf(input, 'in')),
      JSON.stringify(filtersOf(input, 'notIn')),
      used.has('referrerDomain'),
      orderOf(input, grouped),
      limit,
    ])
    return selected.map(({ column }) => ({ column, values: rows.map((row) => shownValue(row, column)) }))
  },
})

function orderOf({ order }: AggregateSiteEvents, grouped: ReadonlySet<AggregateColumn>): string {
  if (!order) return grouped.has('datetime') ? 'datetime asc' : 'eventsCount desc'
  const { column } = order.by
  if (column === 'eventsCount' || (column === 'datetime' && grouped.has(column)))
    return `${column} ${order.direction}`
  throw invalidField('order', 'must be by eventsCount, or by datetime if groupBy has it')
}

/** The values of all filters with one operator, by column. */
function filtersOf({ where }: AggregateSiteEvents, wanted: 'in' | 'notIn'): Record<string, string[]> {
  const filters: Record<string, string[]> = {}
  for (const { column, values, operator } of where) {
    if (operator !== wanted) continue
    if (column === 'datetime' || column === 'eventsCount') {
      throw invalidField('where', `must not have ${column}. Send a range instead.`)
    }
    if (filters[column]) throw invalidField('where', `must have ${column} once`)
    filters[column] = values.map((value) =>
      typeof value === 'string' ? value : `${value.space}/${value.page}`,
    )
  }
  return filters
}

function shownValue(row: Group, column: AggregateColumn): unknown {
  const value = row[column]
  if (column === 'page') {
    const [space = '', page = ''] = row.page?.split('/') ?? []
    return row.page === null ? null : { page, space }
  }
  // Clients expect texts here.
  return value ?? (column === 'eventSearchQuery' || column === 'referrerDomain' ? '' : value)
}
