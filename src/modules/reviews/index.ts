import { defineModule } from '../../core/operations/module.ts'
import { listRequestedReviewers, removeRequestedReviewer, requestReviewers } from './requests.service.ts'
import { facts } from './reviews.facts.ts'
import { reviewById } from './reviews.loaders.ts'
import { dataOfReviews } from './reviews.personal.ts'
import { routes } from './reviews.rest.ts'
import { getReview, listReviews, submitReview } from './reviews.service.ts'
import './reviews.graphql.ts'

export const reviews = defineModule({
  name: 'reviews',
  facts,
  personalData: dataOfReviews,
  operations: [requestReviewers, removeRequestedReviewer, submitReview, getReview],
  lists: [listRequestedReviewers, listReviews],
  routes,
  nodes: { Review: reviewById },
})

export { ReviewType } from './reviews.graphql.ts'
export { reviewById } from './reviews.loaders.ts'
