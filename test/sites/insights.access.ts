import type { ModuleAccess } from '../access/declared.ts'
import { type Case, change, read, write } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface World {
    /** Built with its site. */
    siteFeedbackId: string
  }
}

const inSite = (selection: string): Case => ({
  graphql: ({ siteId: id }) => read({ id }, `site(id: $id) { ${selection} }`),
})

/** GraphQL spells the type in another way. */
const seen = () => ({
  events: [{ type: 'search_type_query', query: 'pets', location: { url: 'https://docs.example/' } }],
})

export const access: ModuleAccess = {
  cases: {
    'siteFeedback.list': inSite('feedback { nodes { __typename } }'),
    'siteFeedback.get': {
      graphql: ({ siteFeedbackId: id }) => read({ id }, 'siteFeedback(id: $id) { id }'),
    },
    'siteFeedback.delete': change('deleteSiteFeedback', ['siteFeedbackId']),
    'siteInsights.get': inSite('insights { from }'),
    'siteInsights.track': {
      body: seen,
      graphql: ({ siteId }) =>
        write('trackSiteEvents', {
          siteId,
          events: seen().events.map((event) => ({ ...event, type: 'SEARCH_TYPE_QUERY' })),
        }),
    },
    'siteInsights.aggregate': {
      body: () => ({ range: 'last7Days' }),
      ...inSite('insightsEvents(range: "last7Days") { column }'),
    },
  },
  bits: {
    'site.view': [
      'siteFeedback.list',
      'siteFeedback.get',
      'siteInsights.get',
      'siteInsights.aggregate',
      'siteInsights.track',
    ],
    'site.edit': ['siteFeedback.delete'],
  },
}
