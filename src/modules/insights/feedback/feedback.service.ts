import { listOperation, operation } from '../../../core/operations/operation.ts'
import { rowOf } from '../../../core/operations/versions.ts'
import { emitAbout, findDeletablePart, getInSite, getSiteRow } from '../../sites/index.ts'
import { feedbackById, feedbackOfSite } from './feedback.loaders.ts'
import { DeleteFeedback, FeedbackFilters, GetFeedback, ListFeedback } from './feedback.model.ts'

const WHAT = 'This feedback'

export const listFeedback = listOperation({
  id: 'siteFeedback.list',
  input: ListFeedback,
  filters: FeedbackFilters,
  scope: 'site:read',
  parent: (ctx, { organizationId, siteId }) => getSiteRow(ctx.reads, { organizationId, siteId }),
  list: () => feedbackOfSite,
})

export const getFeedback = operation({
  id: 'siteFeedback.get',
  input: GetFeedback,
  scope: 'site:read',
  writes: false,
  authorize: (ctx, { siteFeedbackId, ...at }) => getInSite(ctx.reads, feedbackById, at, siteFeedbackId, WHAT),
  run: async (_ctx, _input, { site, row }) => ({ site, row, version: row.version }),
})

/** Returns whether it existed: deleting feedback that is already deleted succeeds. */
export const deleteFeedback = operation({
  id: 'siteFeedback.delete',
  input: DeleteFeedback,
  scope: 'site:write',
  writes: true,
  authorize: (ctx, { siteFeedbackId: id, ...at }) =>
    findDeletablePart(ctx, feedbackById, at, { id, resource: 'site_feedback', what: WHAT }),
  changes: (found) => rowOf('SiteFeedback', found?.row),
  run: async (ctx, { siteFeedbackId: id }, found) => {
    const { count } = found ? await ctx.tx.siteFeedback.deleteMany({ where: { id } }) : { count: 0 }
    if (found && count > 0) emitAbout(ctx, found.site, 'site_feedback.deleted', id)
    return { deletedId: id, existed: count > 0 }
  },
})
