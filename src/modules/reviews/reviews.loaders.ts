import { notFound } from '../../core/errors.ts'
import { columnsOf, roomFor, type Unfilled } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { LoaderDefinition, RequestLoaders } from '../../core/lists/definitions.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import { Prisma, type RequestedReviewer, type Review, type User } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import { type ChangeRequestRow, getChangeRequestRow } from '../change-requests/index.ts'
import { joinAccess, NOT_DELETED, noteReach, REACH_COLUMNS } from '../spaces/index.ts'
import { joinedUser, type UserColumns } from '../users/index.ts'
import type { ReviewFilters } from './reviews.model.ts'

/** A requested reviewer, and the user who requested the review. */
export type RequestedReviewerRow = RequestedReviewer & { user: User; requestedBy: User }

const requestedUser = joinedUser('user')
const asker = joinedUser('requestedBy')

const REQUEST_COLUMNS = `${columnsOf('q', Prisma.RequestedReviewerScalarFieldEnum)}, ${requestedUser.columns('u')},
  ${asker.columns('b')}, ${roomFor('user', 'requestedBy')}`
const REQUEST_FROM = `"RequestedReviewer" q JOIN "User" u ON u."id" = q."userId"
  JOIN "User" b ON b."id" = q."requestedById"`

type UnfilledRequest = Unfilled<RequestedReviewerRow, 'user' | 'requestedBy'>

function completeRequest(row: UnfilledRequest): RequestedReviewerRow {
  const request = row as RequestedReviewerRow
  request.user = requestedUser.take(row)
  request.requestedBy = asker.take(row)
  return request
}

/** The requested reviewers of a change request, by user id: there are few, each at most once. */
export const requestedReviewersOfChangeRequest = defineList<ChangeRequestRow, object, RequestedReviewerRow>({
  name: 'requestedReviewers',
  columns: REQUEST_COLUMNS,
  from: REQUEST_FROM,
  match: 'q."changeRequestId" = p.key',
  key: (changeRequest) => changeRequest.id,
  sort: [{ sql: 'q."userId"', type: 'text', value: (request) => request.userId }],
  order: () => 'asc',
  shape: completeRequest,
})

interface RequestKey {
  changeRequestId: string
  userId: string
}

const cacheKey = ({ changeRequestId, userId }: RequestKey) => `${changeRequestId}/${userId}`

const REQUESTS = statement<UnfilledRequest & UserColumns<'user'> & UserColumns<'requestedBy'>>({
  name: 'requestOfReviewer',
  text: `SELECT ${REQUEST_COLUMNS} FROM ${REQUEST_FROM}
    WHERE (q."changeRequestId", q."userId") IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
})

/** The review request to one user; access to the change request was already checked. */
export const requestOfReviewer: LoaderDefinition<RequestKey, RequestedReviewerRow> = {
  name: REQUESTS.name,
  scope: 'space:read',
  cacheKey,
  batch: async (reads, keys) => {
    const rows = await reads.db.query(REQUESTS, [
      keys.map((key) => key.changeRequestId),
      keys.map((key) => key.userId),
    ])
    const found = new Map(rows.map((row) => [cacheKey(row), completeRequest(row)]))
    return keys.map((key) => found.get(cacheKey(key)) ?? null)
  },
}

/** A review with its users, and whether the change request has changed since. */
export type ReviewRow = Review & {
  reviewer: User
  requestedBy: User | null
  outdated: boolean
  /** The comment that holds the text; null when there is none. */
  commentId: string | null
}

const reviewer = joinedUser('reviewer')
const requester = joinedUser('requestedBy')
const REVIEW_COLUMNS = `${columnsOf('r', Prisma.ReviewScalarFieldEnum)}, ${reviewer.columns('u')}, ${requester.columns('b')},
  k."id" AS "commentId", r."revisionId" <> c."revisionId" AS "outdated", ${roomFor('reviewer', 'requestedBy')}`
const REVIEW_FROM = `"Review" r JOIN "User" u ON u."id" = r."reviewerId" JOIN "ChangeRequest" c ON c."id" = r."changeRequestId"
  LEFT JOIN "User" b ON b."id" = r."requestedById" LEFT JOIN "Comment" k ON k."reviewId" = r."id"`

type UnfilledReview = Unfilled<ReviewRow, 'reviewer' | 'requestedBy'>

function completeReview(row: UnfilledReview): ReviewRow {
  const review = row as ReviewRow
  review.reviewer = reviewer.take(row)
  review.requestedBy = row.requestedById === null ? null : requester.take(row)
  return review
}

/** Reviews in spaces that the viewer can see. */
export const reviewById = loaderById<ReviewRow>({
  name: 'reviewById',
  scope: 'space:read',
  text: `SELECT ${REVIEW_COLUMNS}, ${REACH_COLUMNS} FROM ${REVIEW_FROM}
    JOIN "Space" s ON s."id" = r."spaceId" ${joinAccess('$2')}
    WHERE r."id" = ANY($1) AND ${NOT_DELETED}`,
  shape: (row, reads) => {
    noteReach(reads, row.spaceId, row)
    return completeReview(row)
  },
})

type RequesterColumns = UserColumns<'requestedBy'>

const LAST_OF_REVIEWER = statement<
  UnfilledReview &
    UserColumns<'reviewer'> & { [Column in keyof RequesterColumns]: RequesterColumns[Column] | null }
>({
  name: 'lastReviewOfReviewer',
  text: `SELECT DISTINCT ON (r."changeRequestId") ${REVIEW_COLUMNS} FROM ${REVIEW_FROM}
    WHERE r."changeRequestId" = ANY($1) AND r."reviewerId" = $2 ORDER BY r."changeRequestId", r."id" DESC`,
})

/** The last review of the viewer, by the id of the change request, whose access was already checked. */
export const reviewOfViewer: LoaderDefinition<string, ReviewRow> = {
  name: LAST_OF_REVIEWER.name,
  scope: 'space:read',
  batch: async ({ db, viewer }, ids) => {
    const rows = await db.query(LAST_OF_REVIEWER, [ids, viewer.userId])
    const found = new Map(rows.map((row) => [row.changeRequestId, completeReview(row)]))
    return ids.map((id) => found.get(id) ?? null)
  },
}

export async function getReviewRow(
  reads: RequestLoaders,
  place: { spaceId?: string | undefined; changeRequestId: string },
  reviewId: string,
): Promise<ReviewRow> {
  const changeRequest = await getChangeRequestRow(reads, place.spaceId, place.changeRequestId)
  const review = await reads.load(reviewById, reviewId)
  if (review?.changeRequestId !== changeRequest.id) throw notFound('This review')
  return review
}

/** The reviews of a change request, newest first. */
export const reviewsOfChangeRequest = defineList<ChangeRequestRow, ReviewFilters, ReviewRow>({
  name: 'reviews',
  columns: REVIEW_COLUMNS,
  from: REVIEW_FROM,
  match: 'r."changeRequestId" = p.key',
  key: (changeRequest) => changeRequest.id,
  conditions: ({ outdated, reviewer }) => [
    ...(outdated === undefined ? [] : [{ sql: `(r."revisionId" <> c."revisionId") = ?`, value: outdated }]),
    ...(reviewer === undefined ? [] : [{ sql: 'r."reviewerId" = ?', value: reviewer }]),
  ],
  sort: [{ sql: 'r."id"', type: 'text', value: (review) => review.id }],
  order: () => 'desc',
  shape: completeReview,
})
