import { z } from 'zod'
import { builder } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { mutation, nestedField } from '../../graphql/field.ts'
import { onlyId } from '../../graphql/only-id.ts'
import { permissionsType } from '../../graphql/permissions.ts'
import { eventSubject } from '../../graphql/subscriptions/event-subjects.ts'
import { ChangeRequestType, changeRequestAppPath, requiredChangeRequest } from '../change-requests/index.ts'
import { type CommentRow, CommentType, commentById, reviewOf } from '../comments/index.ts'
import { RevisionType, revisionNode } from '../content/index.ts'
import { spaceReach } from '../spaces/index.ts'
import { LocationUrls, UserType } from '../users/index.ts'
import { listRequestedReviewers, removeRequestedReviewer, requestReviewers } from './requests.service.ts'
import {
  type RequestedReviewerRow,
  type ReviewRow,
  requestOfReviewer,
  reviewById,
  reviewOfViewer,
} from './reviews.loaders.ts'
import { ReviewStatus } from './reviews.model.ts'
import { changeRequestPermissions } from './reviews.policy.ts'
import { getReview, listReviews, submitReview } from './reviews.service.ts'
import { reviewUrl } from './reviews.urls.ts'

declare module '../../core/node-rows.ts' {
  interface NodeRows {
    Review: ReviewRow
  }
}

const StatusEnum = graphqlEnum('ReviewStatus', ReviewStatus, 'The verdict of a review.', {
  'changes-requested': 'The change request should change before it is merged.',
  approved: 'The change request can be merged.',
})
const KindEnum = graphqlEnum('RequestedReviewerKind', z.enum(['user']), 'The type of a requested reviewer.', {
  user: 'A user.',
})

const RequestedReviewer = builder.objectRef<RequestedReviewerRow>('RequestedReviewer').implement({
  description:
    'A request to a user to review a change request. It stays until it is removed, also after a review.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    kind: t.field({
      type: KindEnum,
      description: 'The type of the reviewer.',
      resolve: () => 'user' as const,
    }),
    user: t.field({ type: UserType, description: 'The requested reviewer.', resolve: ({ user }) => user }),
    requestedBy: t.field({
      type: UserType,
      description: 'The user who requested the review.',
      resolve: ({ requestedBy }) => requestedBy,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the review was requested.' }),
    revisionId: t.exposeID('revisionId', {
      description: 'The ID of the revision of the change request when the review was requested.',
    }),
    revision: t.field({
      type: RevisionType,
      nullable: true,
      description: 'The revision of the change request when the review was requested.',
      resolve: ({ revisionId }, _args, { caller }) => caller.load(revisionNode, revisionId),
    }),
  }),
})

export const ReviewType = builder.prismaNode('Review', {
  description: 'A review of a change request at one revision.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    status: t.field({
      type: StatusEnum,
      description: 'The verdict.',
      resolve: ({ status }) => ReviewStatus.parse(status),
    }),
    reviewer: t.field({
      type: UserType,
      description: 'The reviewer.',
      resolve: (review) => review.reviewer,
    }),
    requestedBy: t.field({
      type: UserType,
      nullable: true,
      description: 'The user who requested the review. Null if it was not requested.',
      resolve: (review) => review.requestedBy,
    }),
    comment: t.field({
      type: CommentType,
      nullable: true,
      description: 'The comment of the reviewer. Null if there is none, or if it was deleted.',
      resolve: (review, _args, { caller }, info) => {
        const { commentId } = review
        // It exists, because the row was joined, and is visible to everyone who can see the review.
        if (commentId !== null && onlyId(info)) return { id: commentId } as CommentRow
        return commentId === null ? null : caller.load(commentById, commentId)
      },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the review was submitted.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the resource was last updated.',
    }),
    outdated: t.boolean({
      description: 'Whether the change request has changed since the review.',
      resolve: (review) => review.outdated,
    }),
    revisionId: t.exposeID('revisionId', { description: 'The ID of the reviewed revision.' }),
    revision: t.field({
      type: RevisionType,
      nullable: true,
      description: 'The reviewed revision.',
      resolve: ({ revisionId }, _args, { caller }) => caller.load(revisionNode, revisionId),
    }),
    changeRequest: t.field({
      type: ChangeRequestType,
      description: 'The reviewed change request.',
      resolve: ({ spaceId, changeRequestId }, _args, { caller }) =>
        caller.load(requiredChangeRequest, { spaceId, changeRequestId }),
    }),
    urls: t.field({
      type: LocationUrls,
      description: 'The URLs of the review.',
      resolve: (review, _args, { urls, caller }) => ({
        location: reviewUrl(urls, review),
        app: async () =>
          urls.app(
            `${changeRequestAppPath(await caller.load(requiredChangeRequest, review))}?view=talk#${review.id}`,
          ),
      }),
    }),
  }),
})

connection(ChangeRequestType, 'requestedReviewers', listRequestedReviewers, {
  type: connectionType('RequestedReviewer', RequestedReviewer),
  description: 'The requested reviewers.',
})
connection(ChangeRequestType, 'reviews', listReviews, {
  type: connectionType('Review', ReviewType),
  description: 'The reviews of this change request, newest first.',
})
builder.objectField(ChangeRequestType, 'viewerReview', (t) =>
  t.field({
    type: ReviewType,
    nullable: true,
    description: 'Your last review of this change request. Null if you have not reviewed it.',
    resolve: ({ id }, _args, { caller }) => caller.load(reviewOfViewer, id),
  }),
)
builder.objectField(CommentType, 'review', (t) =>
  t.field({
    type: ReviewType,
    nullable: true,
    description:
      'The review that this comment was submitted with, as its text or besides it. Null for other comments.',
    resolve: (comment, _args, { caller }) => {
      const reviewId = reviewOf(comment)
      return reviewId === null ? null : caller.load(reviewById, reviewId)
    },
  }),
)

const ChangeRequestPermissions = permissionsType('ChangeRequestPermissions', changeRequestPermissions)
builder.objectField(ChangeRequestType, 'permissions', (t) =>
  t.field({
    type: ChangeRequestPermissions,
    description: 'What you are allowed to do with the change request.',
    resolve: async ({ id, spaceId, viewerIsRequested }, _args, { caller }) => {
      const reach = await caller.load(spaceReach, spaceId)
      const request = { changeRequestId: id, userId: reach.userId }
      const isRequested = viewerIsRequested ?? (await caller.load(requestOfReviewer, request)) !== null
      return changeRequestPermissions.of({ ...reach, isRequested })
    },
  }),
)

nestedField(ChangeRequestType, 'review', getReview, {
  type: ReviewType,
  isLookup: true,
  description: 'A review of this change request. Null if it does not exist.',
  rename: { reviewId: 'id' },
  given: ({ id, spaceId }) => ({ spaceId, changeRequestId: id }),
  givenNames: ['spaceId', 'changeRequestId'],
  omit: ['format'],
})

const changeRequest = { type: ChangeRequestType, description: 'The change request.' }

mutation('requestReviewers', requestReviewers, {
  description:
    'Requests reviews of a change request from users, all of them or none. Existing requests are kept. Can also change the subject.',
  payload: {
    requestedReviewers: {
      type: [RequestedReviewer],
      description: 'The requests for review from these users.',
      from: ({ requests }) => requests,
    },
    changeRequest: { ...changeRequest, from: (result) => result.changeRequest },
  },
})
mutation('removeRequestedReviewer', removeRequestedReviewer, {
  description: 'Removes a request for review, or declines it. Succeeds if there is none.',
  payload: { changeRequest: { ...changeRequest, from: (result) => result.changeRequest } },
})
mutation('submitReview', submitReview, {
  description:
    'Submits a review of a change request with its comments, all or nothing. Requires the role review, or a request to review it.',
  omit: ['format'],
  payload: {
    review: { type: ReviewType, description: 'The review.', from: ({ review }) => review },
    comments: {
      type: [CommentType],
      description: 'The comments that were posted with it, in the order of `comments`. Without its text.',
      from: async ({ commentIds }, { caller }) =>
        (await Promise.all(commentIds.map((id) => caller.load(commentById, id)))).filter(
          (comment) => comment !== null,
        ),
    },
  },
})

eventSubject({ name: 'review', within: 'space', what: 'the review', type: ReviewType, loader: reviewById })
