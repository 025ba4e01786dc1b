import { permissionSet } from '../../core/access/permissions.ts'
import { mayComment, mayEdit, mayMerge, mayReview, type SpaceReach } from '../spaces/index.ts'

export const mayRequestReviewers = (reach: SpaceReach) => mayEdit(reach)

/** Users who can request a review can withdraw the request; the requested user can decline it. */
export const mayRemoveRequest = (reach: SpaceReach, userId: string) =>
  mayEdit(reach) || userId === reach.userId

/** The review role allows reviewing every change request; a review request allows reviewing that one. */
export const mayReviewChangeRequest = (reach: SpaceReach, isRequested: boolean) =>
  mayReview(reach) || isRequested

/** The viewer's role in the space of a change request, and whether their review of it was requested. */
interface ChangeRequestReach extends SpaceReach {
  isRequested: boolean
}

export const changeRequestPermissions = permissionSet({
  view: ['See it, its content, reviews, conflicts and comments.', (_reach: ChangeRequestReach) => true],
  comment: ['Comment on it.', mayComment],
  edit: [
    'Edit it, change its subject and status, update it from main content and resolve conflicts.',
    mayEdit,
  ],
  requestReviewers: ['Request reviewers and remove such requests.', mayRequestReviewers],
  review: ['Review it.', (reach) => mayReviewChangeRequest(reach, reach.isRequested)],
  merge: ['Merge it.', mayMerge],
})
