import type { ModuleAccess } from '../access/declared.ts'
import { type Case, change, read } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface World {
    /** Built with its site. */
    siteFeedbackId: string
  }
}

const inSite = (selection: string): Case => ({
  graphql: ({ siteId: id }) => read({ id }, `site(id: $id) { ${selection} }`),
})

export const access: ModuleAccess = {
  cases: {
    'siteFeedback.list': inSite('feedback { nodes { __typename } }'),
    'siteFeedback.get': {
      graphql: ({ siteFeedbackId: id }) => read({ id }, 'siteFeedback(id: $id) { id }'),
    },
    'siteFeedback.delete': change('deleteSiteFeedback', ['siteFeedbackId']),
    'siteInsights.get': inSite('insights { from }'),
  },
  bits: {
    'site.view': ['siteFeedback.list', 'siteFeedback.get', 'siteInsights.get'],
    'site.edit': ['siteFeedback.delete'],
  },
}
