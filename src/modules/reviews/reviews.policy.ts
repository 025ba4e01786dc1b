import { permissionSet } from '../../core/access/permissions.ts'
import { mayComment, mayEdit, mayMerge, mayReview, type SpaceReach } from '../spaces/index.ts'

export const mayRequestReviewers = (reach: SpaceReach) => mayEdit(reach)

/** Anyone who may ask may take it back; and who was asked may decline. */
export const mayRemoveRequest = (reach: SpaceReach, userId: string) =>
  mayEdit(reach) || userId === reach.userId

/** The role review lets review everything; being asked, this one change request. */
export const mayReviewChangeRequest = (reach: SpaceReach, isRequested: boolean) =>
  mayReview(reach) || isRequested

/** The viewer's reach on the space of a change request, and whether they were asked to review this one. */
export interface ChangeRequestReach extends SpaceReach {
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
