import { mayComment, mayEdit, mayMerge, mayReview, type SpaceReach } from '../spaces/index.ts'

export const mayRequestReviewers = (reach: SpaceReach) => mayEdit(reach)

/** Whoever may ask may take it back; and who was asked may decline. */
export const mayRemoveRequest = (reach: SpaceReach, userId: string) =>
  mayEdit(reach) || userId === reach.userId

/** The role review lets review everything; being asked, this one change request. */
export const mayReviewChangeRequest = (reach: SpaceReach, isRequested: boolean) =>
  mayReview(reach) || isRequested

/** The `permissions` object of a change request, from the same functions that guard the operations. */
export function changeRequestPermissions(reach: SpaceReach, isRequested: boolean) {
  return {
    view: true,
    comment: mayComment(reach),
    edit: mayEdit(reach),
    requestReviewers: mayRequestReviewers(reach),
    review: mayReviewChangeRequest(reach, isRequested),
    merge: mayMerge(reach),
  }
}
