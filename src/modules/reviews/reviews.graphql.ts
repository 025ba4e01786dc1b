import type { ObjectRef } from '@pothos/core'
import { z } from 'zod'
import { builder, type Types } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { eventSubject } from '../../graphql/event-subjects.ts'
import { mutation, nestedField } from '../../graphql/field.ts'
import { permissionsType } from '../../graphql/permissions.ts'
import { ChangeRequestType, requiredChangeRequest } from '../change-requests/index.ts'
import { CommentType, commentById } from '../comments/index.ts'
import { RevisionType, revisionNode } from '../content/index.ts'
import { spaceReach } from '../spaces/index.ts'
import { LocationUrls, UserType } from '../users/index.ts'
import { listRequestedReviewers, removeRequestedReviewer, requestReviewers } from './requests.service.ts'
import {
  type RequestedReviewerRow,
  type ReviewRow,
  requestOfReviewer,
  reviewById,
} from './reviews.loaders.ts'
import { ReviewStatus } from './reviews.model.ts'
import { changeRequestPermissions } from './reviews.policy.ts'
import { getReview, listReviews, submitReview } from './reviews.service.ts'
import { reviewUrl } from './reviews.urls.ts'

const StatusEnum = graphqlEnum('ReviewStatus', ReviewStatus, 'The verdict of a review.', {
  'changes-requested': 'The change request should change before it is merged.',
  approved: 'The change request can be merged.',
})
const KindEnum = graphqlEnum('RequestedReviewerKind', z.enum(['user']), 'What a requested reviewer is.', {
  user: 'A user.',
})

const RequestedReviewer = builder.objectRef<RequestedReviewerRow>('RequestedReviewer').implement({
  description:
    'Somebody who was asked to review a change request. They stay asked, also after a review, until that is taken back.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    kind: t.field({ type: KindEnum, description: 'What it is.', resolve: () => 'user' as const }),
    user: t.field({ type: UserType, description: 'Who was asked.', resolve: ({ user }) => user }),
    requestedBy: t.field({
      type: UserType,
      description: 'Who asked them.',
      resolve: ({ requestedBy }) => requestedBy,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When they were asked.' }),
    revisionId: t.exposeID('revisionId', {
      description: 'The id of the revision of the change request when they were asked.',
    }),
    revision: t.field({
      type: RevisionType,
      nullable: true,
      description: 'The change request as it was when they were asked.',
      resolve: ({ revisionId }, _args, { caller }) => caller.load(revisionNode, revisionId),
    }),
  }),
})

const ReviewNode = builder.prismaNode('Review', {
  description: 'A verdict on a change request as it was at one revision.',
  id: { field: 'id', description: 'The id. REST uses the same one.' },
  fields: (t) => ({
    status: t.field({
      type: StatusEnum,
      description: 'The verdict.',
      resolve: ({ status }) => ReviewStatus.parse(status),
    }),
    reviewer: t.field({
      type: UserType,
      description: 'Who reviewed it.',
      resolve: (review) => (review as unknown as ReviewRow).reviewer,
    }),
    requestedBy: t.field({
      type: UserType,
      nullable: true,
      description: 'Who had asked for it; null when nobody had.',
      resolve: (review) => (review as unknown as ReviewRow).requestedBy,
    }),
    comment: t.field({
      type: CommentType,
      nullable: true,
      description: 'What the reviewer wrote; null when that is nothing, or deleted.',
      resolve: (review, _args, { caller }) => {
        const { commentId } = review as unknown as ReviewRow
        return commentId === null ? null : caller.load(commentById, commentId)
      },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was submitted.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    outdated: t.boolean({
      description: 'Whether the change request has changed since.',
      resolve: (review) => (review as unknown as ReviewRow).outdated,
    }),
    revisionId: t.exposeID('revisionId', { description: 'The id of the revision that was reviewed.' }),
    revision: t.field({
      type: RevisionType,
      nullable: true,
      description: 'The change request as it was when it was reviewed.',
      resolve: ({ revisionId }, _args, { caller }) => caller.load(revisionNode, revisionId),
    }),
    changeRequest: t.field({
      type: ChangeRequestType,
      description: 'The change request that it is about.',
      resolve: ({ spaceId, changeRequestId }, _args, { caller }) =>
        caller.load(requiredChangeRequest, { spaceId, changeRequestId }),
    }),
    urls: t.field({
      type: LocationUrls,
      description: 'Where the review is found.',
      resolve: (review, _args, { urls }) => ({ location: reviewUrl(urls, review) }),
    }),
  }),
})
// Rows of this type always come from the module's loaders, which join its people and compute `outdated`.
export const ReviewType = ReviewNode as unknown as ObjectRef<Types, ReviewRow>

connection(ChangeRequestType, 'requestedReviewers', listRequestedReviewers, {
  type: connectionType('RequestedReviewer', RequestedReviewer),
  description: 'Who was asked to review it.',
})
connection(ChangeRequestType, 'reviews', listReviews, {
  type: connectionType('Review', ReviewType),
  description: 'Its reviews, newest first.',
})
builder.objectField(CommentType, 'review', (t) =>
  t.field({
    type: ReviewType,
    nullable: true,
    description: 'The review that it is the text of; null for every other comment.',
    resolve: ({ reviewId }, _args, { caller }) =>
      reviewId === null ? null : caller.load(reviewById, reviewId),
  }),
)

const ChangeRequestPermissions = permissionsType('ChangeRequestPermissions', changeRequestPermissions)
builder.objectField(ChangeRequestType, 'permissions', (t) =>
  t.field({
    type: ChangeRequestPermissions,
    description: 'What you may do with it, while it is not merged.',
    resolve: async ({ id, spaceId }, _args, { caller }) => {
      const reach = await caller.load(spaceReach, spaceId)
      const request = await caller.load(requestOfReviewer, { changeRequestId: id, userId: reach.userId })
      return changeRequestPermissions.of({ ...reach, isRequested: request !== null })
    },
  }),
)

nestedField(ChangeRequestType, 'review', getReview, {
  type: ReviewType,
  isLookup: true,
  description: 'One of its reviews, by id; null when there is none.',
  rename: { reviewId: 'id' },
  given: ({ id, spaceId }) => ({ spaceId, changeRequestId: id }),
  givenNames: ['spaceId', 'changeRequestId'],
  omit: ['format'],
})

const changeRequest = { type: ChangeRequestType, description: 'The change request as it is now.' }

mutation('requestReviewers', requestReviewers, {
  description:
    'Asks users to review a change request, all of them or nobody. Who was asked before stays so. A new subject can come along.',
  payload: {
    requestedReviewers: {
      type: [RequestedReviewer],
      description: 'The requests to these users.',
      from: ({ requests }) => requests,
    },
    changeRequest: { ...changeRequest, from: (result) => result.changeRequest },
  },
})
mutation('removeRequestedReviewer', removeRequestedReviewer, {
  description: 'Takes back a request for review, or declines one. Where there is none it succeeds as well.',
  payload: { changeRequest: { ...changeRequest, from: (result) => result.changeRequest } },
})
mutation('submitReview', submitReview, {
  description: 'Reviews a change request, for those with the role review and those who were asked.',
  omit: ['format'],
  payload: { review: { type: ReviewType, description: 'The review.', from: (row) => row } },
})

eventSubject({ name: 'review', within: 'space', what: 'the review', type: ReviewType, loader: reviewById })
