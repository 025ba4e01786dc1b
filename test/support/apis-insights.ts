import { plain, restAsker } from './api-requests.ts'
import type { Attempt } from './apis.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'

type Who = { token: string } | null
type At = { organizationId: string; siteId: string }

export interface FeedbackView {
  id: string
  pageId: string
  pageTitle: string
  rating: string
  comment?: string
}

export interface InsightsView {
  days: {
    day: string
    views: number
    searches: number
    searchesWithoutResult: number
    good: number
    bad: number
  }[]
  pages: { page: string; title: string; views: number; good: number }[]
  searches: { query: string; count: number; withoutResult: number }[]
  referrers: { host: string; count: number }[]
}

type Filters = { pageId?: string; rating?: string; commented?: boolean }
type Range = { from?: string; to?: string }

/** What one caller can do with what readers of one site did. */
export interface InsightsApi {
  feedback(filters?: Filters): Attempt<FeedbackView[]>
  deleteFeedback(id: string): Attempt<unknown>
  insights(range?: Range): Attempt<InsightsView>
}

interface RestFeedback {
  id: string
  page: { id: string; title: string }
  rating: string
  comment?: string
}

const pageView = ({ page, title, views, good }: InsightsView['pages'][number]) => ({
  page,
  title,
  views,
  good,
})

function restInsights(t: TestApp, who: Who, { organizationId, siteId }: At): InsightsApi {
  const ask = restAsker(t, who)
  const at = (path: string) => `/orgs/${organizationId}/sites/${siteId}/${path}`
  return {
    feedback: ({ commented, ...filters } = {}) =>
      ask<{ items: RestFeedback[] }, FeedbackView[]>(
        'GET',
        at('feedback'),
        ({ items }) =>
          items.map(({ id, page, rating, comment }) =>
            plain({ id, pageId: page.id, pageTitle: page.title, rating, comment }),
          ),
        { query: { ...filters, ...(commented === undefined ? {} : { commented: String(commented) }) } },
      ),
    deleteFeedback: (id) => ask('DELETE', at(`feedback/${id}`), () => {}),
    insights: (range = {}) =>
      ask<InsightsView, InsightsView>(
        'GET',
        at('insights'),
        ({ days, pages, searches, referrers }) => ({ days, pages: pages.map(pageView), searches, referrers }),
        { query: range },
      ),
  }
}

function graphqlInsights(t: TestApp, who: Who, { siteId }: At): InsightsApi {
  const { ask, mutate } = graphqlAsker(t, who)
  return {
    feedback: ({ rating, ...filters } = {}) =>
      ask<{ site: { feedback: { nodes: FeedbackView[] } } }, FeedbackView[]>(
        `query($id: ID!, $pageId: ID, $rating: SiteFeedbackRating, $commented: Boolean) { site(id: $id) {
          feedback(pageId: $pageId, rating: $rating, commented: $commented) {
            nodes { id pageId pageTitle rating comment } } } }`,
        { id: siteId, ...filters, ...(rating ? { rating: rating.toUpperCase() } : {}) },
        ({ site }) =>
          site.feedback.nodes.map((node) => plain({ ...node, rating: node.rating.toLowerCase() })),
      ),
    deleteFeedback: (siteFeedbackId) =>
      mutate('deleteSiteFeedback', { siteFeedbackId }, 'deletedId', (payload) => payload),
    insights: (range = {}) =>
      ask<{ site: { insights: InsightsView } }, InsightsView>(
        `query($id: ID!, $from: String, $to: String) { site(id: $id) { insights(from: $from, to: $to) {
          days { day views searches searchesWithoutResult good bad }
          pages { page: pageId title views good }
          searches { query count withoutResult } referrers { host count } } } }`,
        { id: siteId, ...range },
        ({ site }) => site.insights,
      ),
  }
}

/** For `describe.each(insightsApis)`: one scenario in both APIs. */
export const insightsApis = [
  { name: 'rest', enter: restInsights },
  { name: 'graphql', enter: graphqlInsights },
]
