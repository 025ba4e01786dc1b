import { builder } from '../../../graphql/builder.ts'
import { nestedField } from '../../../graphql/field.ts'
import { SiteType } from '../../sites/index.ts'
import {
  type DayInsights,
  getInsights,
  type Insights,
  type PageInsights,
  type ReferrerInsights,
  type SearchInsights,
} from './insights.service.ts'

const RATINGS = { good: 'The number of good ratings.', ok: 'Of middling ratings.', bad: 'Of bad ratings.' }

const DayType = builder.objectRef<DayInsights>('SiteInsightsDay').implement({
  description: 'What readers of a site did in a day.',
  fields: (t) => ({
    day: t.exposeString('day', { description: 'The day in UTC.' }),
    views: t.exposeInt('views', { description: 'The number of views of pages.' }),
    searches: t.exposeInt('searches', { description: 'The number of searches.' }),
    searchesWithoutResult: t.exposeInt('searchesWithoutResult', {
      description: 'The number of searches that found nothing.',
    }),
    good: t.exposeInt('good', { description: RATINGS.good }),
    ok: t.exposeInt('ok', { description: RATINGS.ok }),
    bad: t.exposeInt('bad', { description: RATINGS.bad }),
  }),
})
const PageType = builder.objectRef<PageInsights>('SiteInsightsPage').implement({
  description: 'What readers of a site did on a page.',
  fields: (t) => ({
    spaceId: t.exposeString('space', { description: 'The ID of the space.' }),
    pageId: t.exposeString('page', { description: 'The ID of the page.' }),
    title: t.exposeString('title', { description: 'The title when it was last viewed or rated.' }),
    views: t.exposeInt('views', { description: 'The number of views.' }),
    good: t.exposeInt('good', { description: RATINGS.good }),
    ok: t.exposeInt('ok', { description: RATINGS.ok }),
    bad: t.exposeInt('bad', { description: RATINGS.bad }),
  }),
})
const SearchType = builder.objectRef<SearchInsights>('SiteInsightsSearch').implement({
  description: 'What readers of a site searched for.',
  fields: (t) => ({
    query: t.exposeString('query', { description: 'The words.' }),
    count: t.exposeInt('count', { description: 'The number of searches.' }),
    withoutResult: t.exposeInt('withoutResult', { description: 'How many of them found nothing.' }),
  }),
})
const ReferrerType = builder.objectRef<ReferrerInsights>('SiteInsightsReferrer').implement({
  description: 'Where readers of a site came from.',
  fields: (t) => ({
    host: t.exposeString('host', { description: 'The host.' }),
    count: t.exposeInt('count', { description: 'The number of views.' }),
  }),
})

const InsightsType = builder.objectRef<Insights>('SiteInsights').implement({
  description: 'What readers of a site did. Nothing in it identifies a reader.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'The first day, in UTC.' }),
    to: t.exposeString('to', { description: 'The last day, in UTC.' }),
    days: t.field({ type: [DayType], description: 'Every day, oldest first.', resolve: ({ days }) => days }),
    pages: t.field({
      type: [PageType],
      description: 'At most 100 pages, the most viewed first.',
      resolve: ({ pages }) => pages,
    }),
    searches: t.field({
      type: [SearchType],
      description: 'At most 100 queries, the most frequent first.',
      resolve: ({ searches }) => searches,
    }),
    referrers: t.field({
      type: [ReferrerType],
      description: 'At most 100 hosts that readers came from, the most frequent first.',
      resolve: ({ referrers }) => referrers,
    }),
  }),
})

nestedField(SiteType, 'insights', getInsights, {
  type: InsightsType,
  description: 'What readers did, by day.',
  given: ({ id }) => ({ siteId: id }),
  givenNames: ['siteId'],
  omit: ['organizationId'],
  subject: (site) => site,
  complexity: 20,
})
