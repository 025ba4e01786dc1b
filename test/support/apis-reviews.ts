import {
  type Connection,
  connectionOf,
  type Envelope,
  listedGraphQL,
  listedRest,
  plain,
  restAsker,
} from './api-requests.ts'
import type { Attempt, PageOf } from './apis.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'
import { enumName, fromEnum } from './graphql-views.ts'
import type { Listed } from './outcome.ts'

export interface ChangedView {
  id: string
  number: number
  subject: string
  status: string
  updatedAt: string
}

export interface RequestView {
  user: string
  requestedBy: string
  createdAt: string
  revision: string
  kind: string
}

export interface ReviewView {
  id: string
  status: string
  reviewer: string
  requestedBy?: string
  comment?: string
  revision: string
  outdated: boolean
  createdAt: string
  updatedAt: string
  location: string
}

export interface NewComment {
  body: object
  page?: string
  node?: string
}

export interface PostedComment {
  id: string
  markdown: string
  page?: string
  node?: string
  preview?: string
  review?: string
}

export interface ContributorView {
  user: string
  count: number
  updatedAt: string
  /** Whether they edited, or only commented. */
  edited: boolean
}

/** A change request by the id of its space and its own id or number. */
export interface Proposal {
  spaceId: string
  changeRequestId: string
}

export interface OrganizationQuery extends PageOf {
  status?: string[] | undefined
  creator?: string
  contributor?: string
  requestedReviewer?: string
  space?: string
}

type People = Pick<OrganizationQuery, 'creator' | 'requestedReviewer' | 'contributor'>

/** The operations of one caller on change requests except creating and reading them, with either API. */
export interface ReviewsApi {
  update(at: Proposal, change: { subject?: string; status?: string }): Attempt<ChangedView>
  ofOrganization(organizationId: string, query?: OrganizationQuery): Attempt<Listed<ChangedView>>
  ofSpace(spaceId: string, query: People): Attempt<Listed<ChangedView>>
  contributors(at: Proposal, query?: PageOf): Attempt<Listed<ContributorView>>
  /** The users who commented. */
  commenters(at: { spaceId: string; changeRequestId?: string }, query?: PageOf): Attempt<Listed<string>>
  request(at: Proposal, input: { users: string[]; subject?: string }): Attempt<RequestView[]>
  requested(at: Proposal, query?: PageOf): Attempt<Listed<RequestView>>
  removeRequest(at: Proposal, userId: string): Attempt<true>
  submit(at: Proposal, input: { status: string; comment?: string }): Attempt<ReviewView>
  /** The same with comments, which are returned in their order. */
  submitWith(
    at: Proposal,
    input: { status: string; comment?: string; comments: NewComment[] },
    idempotencyKey?: string,
  ): Attempt<{ review: ReviewView; comments: PostedComment[] }>
  reviews(at: Proposal, query?: PageOf & { outdated?: boolean }): Attempt<Listed<ReviewView>>
  review(at: Proposal, reviewId: string): Attempt<ReviewView>
}

type Who = { token: string } | null
interface Ref {
  id: string
}
const yes = () => true as const

type RestRequest = Omit<RequestView, 'user' | 'requestedBy'> & { user: Ref; requestedBy: Ref; object: string }
type RestReview = Omit<ReviewView, 'reviewer' | 'requestedBy' | 'comment'> & {
  object: string
  reviewer: Ref
  requestedBy?: Ref
  comment?: { body: { markdown: string } }
  urls: { location: string }
}
type RestContributor = Omit<ContributorView, 'user'> & { user: Ref; actionType?: string }

const changedView = ({ id, number, subject, status, updatedAt }: ChangedView): ChangedView => ({
  id,
  number,
  subject,
  status: fromEnum(status),
  updatedAt,
})
const requestView = ({ object: _object, user, requestedBy, ...row }: RestRequest): RequestView => ({
  ...row,
  user: user.id,
  requestedBy: requestedBy.id,
})
const reviewView = ({ object: _object, urls, reviewer, requestedBy, comment, ...row }: RestReview) =>
  plain<ReviewView>({
    ...row,
    reviewer: reviewer.id,
    requestedBy: requestedBy?.id,
    comment: comment?.body.markdown,
    location: urls.location,
  })
interface CommentNode {
  id: string
  body: { markdown: string }
  review?: Ref | null
  target: {
    review?: string
    page?: { id?: string; pageId?: string } | null
    node?: { id?: string; nodeId?: string; preview?: string | null } | null
  }
}
const postedComment = ({ id, body, review, target: { page, node, review: reviewId } }: CommentNode) =>
  plain<PostedComment>({
    id,
    markdown: body.markdown,
    page: page?.id ?? page?.pageId,
    node: node?.id ?? node?.nodeId,
    preview: node?.preview ?? undefined,
    review: reviewId ?? review?.id,
  })
const contributorView = ({ user, actionType, edited, ...row }: RestContributor): ContributorView => ({
  ...row,
  edited: actionType === undefined ? edited : actionType === 'edit',
  user: user.id,
})

export function restReviews(t: TestApp, who: Who): ReviewsApi {
  const ask = restAsker(t, who)
  const path = ({ spaceId, changeRequestId }: Proposal) =>
    `/spaces/${spaceId}/change-requests/${changeRequestId}`
  const list = <Row, View>(
    address: string,
    view: (row: Row) => View,
    { cursor, ...query }: PageOf & object = {},
  ) =>
    ask<Envelope<Row>, Listed<View>>('GET', address, listedRest(view), { query: { ...query, page: cursor } })
  return {
    update: (at, body) => ask('PATCH', path(at), changedView, { body }),
    ofOrganization: (id, query) => list(`/orgs/${id}/change-requests`, changedView, query),
    ofSpace: (id, query) => list(`/spaces/${id}/change-requests`, changedView, query),
    contributors: (at, query) => list(`${path(at)}/contributors`, contributorView, query),
    commenters: ({ spaceId, changeRequestId }, query) =>
      list(
        `${changeRequestId ? path({ spaceId, changeRequestId }) : `/spaces/${spaceId}`}/commenters`,
        ({ user }: { user: Ref }) => user.id,
        query,
      ),
    request: (at, body) =>
      ask(
        'POST',
        `${path(at)}/requested-reviewers`,
        ({ users }: { users: RestRequest[] }) => users.map(requestView),
        { body },
      ),
    requested: (at, query) => list(`${path(at)}/requested-reviewers`, requestView, query),
    removeRequest: (at, userId) => ask('DELETE', `${path(at)}/requested-reviewers/${userId}`, yes),
    submit: (at, { status, comment }) =>
      ask('POST', `${path(at)}/reviews`, reviewView, {
        body: { status, ...(comment === undefined ? {} : { comment: { markdown: comment } }) },
      }),
    submitWith: (at, { comment, ...input }, idempotencyKey) =>
      ask(
        'POST',
        `${path(at)}/reviews`,
        ({ comments = [], ...review }: RestReview & { comments?: CommentNode[] }) => ({
          review: reviewView(review),
          comments: comments.map(postedComment),
        }),
        {
          body: { ...input, ...(comment === undefined ? {} : { comment: { markdown: comment } }) },
          ...(idempotencyKey ? { headers: { 'idempotency-key': idempotencyKey } } : {}),
        },
      ),
    reviews: (at, { outdated, ...query } = {}) =>
      list(`${path(at)}/reviews`, reviewView, {
        ...query,
        ...(outdated === undefined ? {} : { outdated: String(outdated) }),
      }),
    review: (at, id) => ask('GET', `${path(at)}/reviews/${id}`, reviewView),
  }
}

const CHANGED = 'id number subject status updatedAt'
const REQUEST = 'kind user { id } requestedBy { id } createdAt revisionId'
const REVIEW = `id status reviewer { id } requestedBy { id } comment { body { markdown } } revisionId outdated createdAt
  updatedAt urls { location }`

type RequestNode = Omit<RestRequest, 'revision'> & { revisionId: string }
type ReviewNode = Omit<RestReview, 'revision' | 'comment' | 'requestedBy'> & {
  revisionId: string
  requestedBy: Ref | null
  comment: { body: { markdown: string } } | null
}

const requestNodeView = ({ revisionId, kind, ...row }: RequestNode) =>
  requestView({ ...row, kind: fromEnum(kind), revision: revisionId })
const reviewNodeView = ({ revisionId, status, requestedBy, comment, ...row }: ReviewNode) =>
  reviewView({
    ...row,
    status: fromEnum(status),
    revision: revisionId,
    ...(requestedBy ? { requestedBy } : {}),
    ...(comment ? { comment } : {}),
  })

export function graphqlReviews(t: TestApp, who: Who): ReviewsApi {
  const { ask, mutate } = graphqlAsker(t, who)
  const paging = ({ limit, cursor }: PageOf = {}) => ({ first: limit, after: cursor })
  const declared = '$first: Int, $after: String'
  const page = 'first: $first, after: $after'

  /** A list of a change request, or of the space if none is given. */
  const below = <Row, View>(
    { spaceId, changeRequestId }: { spaceId: string; changeRequestId?: string },
    field: string,
    selection: string,
    view: (row: Row) => View,
    query?: PageOf,
    more: { declared?: string; args?: string; variables?: object } = {},
  ) => {
    const list = connectionOf(`list: ${field}(${page}${more.args ?? ''})`, selection)
    const [id, of] = changeRequestId
      ? ['$id: ID', 'changeRequest(spaceId: $space, id: $id)']
      : ['', 'space(id: $space)']
    return ask<{ of: { list: Connection<Row> } | null }, Listed<View>>(
      `query($space: ID!, ${id} ${declared}${more.declared ?? ''}) { of: ${of} { ${list} } }`,
      { space: spaceId, id: changeRequestId, ...paging(query), ...more.variables },
      (data) => listedGraphQL(data.of?.list, view),
    )
  }

  const people = {
    declared: ', $creator: ID, $contributor: ID, $requestedReviewer: ID',
    args: ', creator: $creator, contributor: $contributor, requestedReviewer: $requestedReviewer',
  }
  const changed = ({ changeRequest }: { changeRequest: ChangedView }) => changedView(changeRequest)

  return {
    update: (at, { subject, status }) =>
      mutate(
        'updateChangeRequest',
        { ...at, subject, ...(status === undefined ? {} : { status: enumName(status) }) },
        `changeRequest { ${CHANGED} }`,
        changed,
      ),
    ofOrganization: (id, { status, limit, cursor, ...filters } = {}) =>
      ask<{ organization: { list: Connection<ChangedView> } | null }, Listed<ChangedView>>(
        `query($id: ID!, $space: ID, $status: [ChangeRequestStatusFilter!], ${declared}${people.declared}) {
          organization(id: $id) { ${connectionOf(
            `list: changeRequests(${page}, space: $space, status: $status${people.args})`,
            CHANGED,
          )} } }`,
        { id, ...filters, status: status?.map(enumName), first: limit, after: cursor },
        (data) => listedGraphQL(data.organization?.list, changedView),
      ),
    ofSpace: (spaceId, filters) =>
      below({ spaceId }, 'changeRequests', CHANGED, changedView, {}, { ...people, variables: filters }),
    contributors: (at, query) =>
      below(at, 'contributors', 'user { id } count updatedAt edited', contributorView, query),
    commenters: (at, query) =>
      below(at, 'commenters', 'user { id }', ({ user }: { user: Ref }) => user.id, query),
    request: (at, input) =>
      mutate(
        'requestReviewers',
        { ...at, ...input },
        `requestedReviewers { ${REQUEST} }`,
        (payload: { requestedReviewers: RequestNode[] }) => payload.requestedReviewers.map(requestNodeView),
      ),
    requested: (at, query) => below(at, 'requestedReviewers', REQUEST, requestNodeView, query),
    removeRequest: (at, userId) =>
      mutate('removeRequestedReviewer', { ...at, userId }, 'changeRequest { id }', yes),
    submit: (at, { status, comment }) =>
      mutate(
        'submitReview',
        {
          ...at,
          status: enumName(status),
          ...(comment === undefined ? {} : { comment: { markdown: comment } }),
        },
        `review { ${REVIEW} }`,
        ({ review }: { review: ReviewNode }) => reviewNodeView(review),
      ),
    submitWith: (at, { status, comment, ...input }, idempotencyKey) =>
      mutate(
        'submitReview',
        plain({
          ...at,
          ...input,
          idempotencyKey,
          status: enumName(status),
          ...(comment === undefined ? {} : { comment: { markdown: comment } }),
        }),
        `review { ${REVIEW} } comments { id body { markdown } review { id } target { page { pageId } node { nodeId preview } } }`,
        ({ review, comments }: { review: ReviewNode; comments: CommentNode[] }) => ({
          review: reviewNodeView(review),
          comments: comments.map(postedComment),
        }),
      ),
    reviews: (at, { outdated, ...query } = {}) =>
      below(at, 'reviews', REVIEW, reviewNodeView, query, {
        declared: ', $outdated: Boolean',
        args: ', outdated: $outdated',
        variables: { outdated },
      }),
    review: (_at, id) =>
      ask<{ node: ReviewNode | null }, ReviewView>(
        `query($id: ID!) { node(id: $id) { ... on Review { ${REVIEW} } } }`,
        { id },
        ({ node }) => (node ? reviewNodeView(node) : null),
      ),
  }
}

/** For `describe.each(reviewsApis)`: one scenario, with both APIs. */
export const reviewsApis: {
  name: 'rest' | 'graphql'
  enter: (t: TestApp, who: Who) => ReviewsApi
}[] = [
  { name: 'rest', enter: restReviews },
  { name: 'graphql', enter: graphqlReviews },
]

/** One of the two, by its name. */
export const reviewsAt = (name: string) => (name === 'rest' ? restReviews : graphqlReviews)
