import { defineModule } from '../../core/operations/module.ts'
import './counts/insights.graphql.ts'
import { insightsRoutes } from './counts/insights.rest.ts'
import { getInsights } from './counts/insights.service.ts'
import { removeOldCounts } from './counts/remove-old-counts.ts'
import './feedback/feedback.graphql.ts'
import { feedbackById } from './feedback/feedback.loaders.ts'
import { feedbackRoutes } from './feedback/feedback.rest.ts'
import { deleteFeedback, getFeedback, listFeedback } from './feedback/feedback.service.ts'
import { facts } from './insights.facts.ts'

/** What readers do on published sites: their feedback on pages, and counts by day. */
export const insights = defineModule({
  name: 'insights',
  facts,
  operations: [getInsights, getFeedback, deleteFeedback],
  lists: [listFeedback],
  routes: [...feedbackRoutes, ...insightsRoutes],
  nodes: { SiteFeedback: feedbackById },
  periodic: { 'remove-old-site-counts': removeOldCounts },
})

export { VisitCounts } from './counts/visit-counts.ts'
export { receiveFeedback } from './feedback/receive-feedback.ts'
