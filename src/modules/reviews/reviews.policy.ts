import { mayEdit, mayReview, type SpaceReach } from '../spaces/index.ts'

export const mayRequestReviewers = (reach: SpaceReach) => mayEdit(reach)

/** Whoever may ask may take it back; and who was asked may decline. */
export const mayRemoveRequest = (reach: SpaceReach, userId: string) =>
  mayEdit(reach) || userId === reach.userId

/** The role review lets review everything; being asked, this one change request. */
export const mayReviewChangeRequest = (reach: SpaceReach, isRequested: boolean) =>
  mayReview(reach) || isRequested
