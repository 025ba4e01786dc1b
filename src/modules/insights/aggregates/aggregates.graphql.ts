import { builder } from '../../../graphql/builder.ts'
import { graphqlEnum } from '../../../graphql/enums.ts'
import { nestedField } from '../../../graphql/field.ts'
import { SiteType } from '../../sites/index.ts'
import { AggregateColumn, FilterOperator, Interval, SortDirection } from './aggregates.model.ts'
import { type AggregatedColumn, aggregateSiteEvents } from './aggregates.service.ts'

const ColumnEnum = graphqlEnum(
  'SiteInsightsColumnName',
  AggregateColumn,
  'A column of statistics of a site.',
  {
    datetime: 'The time.',
    eventType: 'What readers did.',
    page: 'The page.',
    eventSearchQuery: 'The words that they searched for.',
    referrerDomain: 'The host that they came from.',
    eventPageFeedbackRating: 'How they rated a page.',
    eventsCount: 'How often they did it.',
  },
)
graphqlEnum('SiteInsightsInterval', Interval, 'What times are rounded to.', {
  day: 'Days in UTC.',
  week: 'Weeks, which begin on Monday.',
  month: 'Months.',
})
graphqlEnum('SiteInsightsOperator', FilterOperator, 'How values are compared.', {
  in: 'It is one of them.',
  notIn: 'It is none of them.',
})
graphqlEnum('SiteInsightsDirection', SortDirection, 'The direction of the order.', {
  asc: 'The least first.',
  desc: 'The most first.',
})

const ColumnType = builder.objectRef<AggregatedColumn>('SiteInsightsValues').implement({
  description: 'A column of statistics of a site.',
  fields: (t) => ({
    column: t.field({ type: ColumnEnum, description: 'The column.', resolve: ({ column }) => column }),
    values: t.field({
      type: 'JSON',
      description: 'Its values, one for each group that is counted.',
      resolve: ({ values }) => values,
    }),
  }),
})

nestedField(SiteType, 'insightsEvents', aggregateSiteEvents, {
  type: [ColumnType],
  description: 'What readers did, counted by time, page, search, host or rating.',
  given: ({ id }) => ({ siteId: id }),
  givenNames: ['siteId'],
  omit: ['organizationId'],
  subject: (site) => site,
  complexity: 20,
})
