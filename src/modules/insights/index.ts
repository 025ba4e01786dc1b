import { defineModule } from '../../core/operations/module.ts'
import './aggregates/aggregates.graphql.ts'
import { aggregateRoutes } from './aggregates/aggregates.rest.ts'
import { aggregateSiteEvents } from './aggregates/aggregates.service.ts'
import './counts/insights.graphql.ts'
import { insightsRoutes } from './counts/insights.rest.ts'
import { getInsights } from './counts/insights.service.ts'
import { removeOldCounts } from './counts/remove-old-counts.ts'
import './feedback/feedback.graphql.ts'
import { feedbackById } from './feedback/feedback.loaders.ts'
import { feedbackRoutes } from './feedback/feedback.rest.ts'
import { deleteFeedback, getFeedback, listFeedback } from './feedback/feedback.service.ts'
import { facts } from './insights.facts.ts'
import './tracking/tracking.graphql.ts'
import { trackingRoutes } from './tracking/tracking.rest.ts'
import { trackSiteEvents } from './tracking/tracking.service.ts'

/** What readers do on published sites: their feedback on pages, and counts by day. */
export const insights = defineModule({
  name: 'insights',
  facts,
  operations: [getInsights, aggregateSiteEvents, trackSiteEvents, getFeedback, deleteFeedback],
  lists: [listFeedback],
  routes: [...feedbackRoutes, ...insightsRoutes, ...aggregateRoutes, ...trackingRoutes],
  nodes: { SiteFeedback: feedbackById },
  periodic: { 'remove-old-site-counts': removeOldCounts },
})

export { hostOf } from './counts/host-of.ts'
export { VisitCounts } from './counts/visit-counts.ts'
export { wordsOf } from './counts/words-of.ts'
export { receiveFeedback } from './feedback/receive-feedback.ts'
