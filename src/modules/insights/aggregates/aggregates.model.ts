import { z } from 'zod'
import { siteAt } from '../../sites/index.ts'

export const MAX_ROWS = 1_000

/** What is counted: views of pages, searches and ratings. */
export const CountedEvent = z.enum(['page_view', 'search_type_query', 'page_post_feedback'])

/** What events can be grouped by, besides the number of them. */
export const AggregateColumn = z
  .enum([
    'datetime',
    'eventType',
    'page',
    'eventSearchQuery',
    'referrerDomain',
    'eventPageFeedbackRating',
    'eventsCount',
  ])
  .meta({ description: 'The column.' })
export type AggregateColumn = z.output<typeof AggregateColumn>

export const Interval = z.enum(['day', 'week', 'month'])
export const FilterOperator = z.enum(['in', 'notIn'])
export const SortDirection = z.enum(['asc', 'desc']).meta({ description: 'The direction.' })

const PRESET_DAYS = { lastYear: 365, last3Months: 91, last30Days: 30, last7Days: 7, last24Hours: 1 } as const
const Preset = z.enum(['lastYear', 'last3Months', 'last30Days', 'last7Days', 'last24Hours'])
const time = z.iso.datetime({ offset: true })

const Column = z
  .object({
    column: AggregateColumn,
    interval: Interval.optional().meta({
      description: 'For `datetime`: what times are rounded to. Counts are kept by day.',
    }),
  })
  .meta({ title: 'SiteInsightsColumn', description: 'A column of the result.' })
const columns = z.array(Column).max(AggregateColumn.options.length)

const Value = z.union([
  z.string().max(256),
  z.object({ page: z.string().max(64), space: z.string().max(64) }),
])

const Filter = z
  .object({
    column: AggregateColumn,
    values: z.array(Value).max(100).meta({
      scalar: 'JSON',
      description: 'The values: texts, or `{page, space}` for pages. At most 100.',
    }),
    operator: FilterOperator.default('in').meta({ description: 'Whether it must be one of them, or none.' }),
  })
  .meta({ title: 'SiteInsightsFilter', description: 'A condition for what is counted.' })

const Order = z
  .object({
    by: Column,
    direction: SortDirection,
  })
  .meta({ title: 'SiteInsightsOrder', description: 'The order of the result.' })

export const AggregateSiteEvents = z.object({
  ...siteAt,
  range: z.union([Preset, z.object({ from: time, to: time })]).meta({
    scalar: 'JSON',
    description:
      'The period: `lastYear`, `last3Months`, `last30Days`, `last7Days`, `last24Hours`, or `{from, to}`. Whole days in UTC are counted, at most 366.',
  }),
  groupBy: columns.default([]).meta({ description: 'The columns to group by.' }),
  select: columns.optional().meta({
    description: 'The columns of the result. By default, those to group by, and the number of events.',
  }),
  where: z.array(Filter).max(10).default([]).meta({ description: 'Conditions, at most 10.' }),
  order: Order.optional().meta({
    description: 'The order, by `datetime` or `eventsCount`. By default by time, or the most frequent first.',
  }),
  limit: z
    .int()
    .min(1)
    .max(MAX_ROWS)
    .default(MAX_ROWS)
    .meta({ description: 'The number of groups to return.' }),
})
export type AggregateSiteEvents = z.output<typeof AggregateSiteEvents>

const DAY_MS = 24 * 60 * 60 * 1000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The first and the last day of a period. */
export function daysOf(
  { range }: Pick<AggregateSiteEvents, 'range'>,
  now: Date,
): { from: string; to: string } {
  if (typeof range === 'object')
    return { from: dayOf(Date.parse(range.from)), to: dayOf(Date.parse(range.to)) }
  return { from: dayOf(now.getTime() - (PRESET_DAYS[range] - 1) * DAY_MS), to: dayOf(now.getTime()) }
}
