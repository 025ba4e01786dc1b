import type {
  Api,
  ApiTokenView,
  ChangeRequestView,
  CommentAt,
  CommentView,
  OrganizationView,
  Place,
  PostedView,
  ReactionChange,
  SpaceView,
  UserView,
} from './apis.ts'
import type { TestApp } from './app.ts'
import { type HttpAnswer, sendRequest } from './http-request.ts'
import { type Listed, type Outcome, type Refusal, traced } from './outcome.ts'

type Query = Record<string, string | number | string[] | undefined>

export interface RestAnswer {
  status: number
  headers: Headers
  /** Undefined if there is none. */
  body: unknown
  /** The request and the response, for messages. */
  trace: string
}

/** One request below `/v1` over HTTP. */
export async function callRest(
  t: TestApp,
  who: { token: string } | null,
  method: string,
  path: string,
  {
    query = {},
    body,
    form,
    headers = {},
  }: { query?: Query; body?: unknown; form?: FormData; headers?: Record<string, string> } = {},
): Promise<RestAnswer> {
  const url = new URL(`${t.origin}/v1${path}`)
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) if (each !== undefined) url.searchParams.append(name, String(each))
  }
  const request = {
    method,
    headers: {
      ...headers,
      ...(who ? { authorization: `Bearer ${who.token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  }
  const response = form
    ? await sendForm(url, { ...request, body: form })
    : await sendRequest(url, { ...request, body: body === undefined ? undefined : JSON.stringify(body) })
  const trace = [
    `${method} ${url.pathname}${url.search} ${body === undefined ? '' : JSON.stringify(body)}`,
    `${response.status} ${response.text}`,
    `request ${response.headers.get('x-request-id')}`,
  ].join('\n')
  return {
    status: response.status,
    headers: response.headers,
    body: response.text === '' ? undefined : JSON.parse(response.text),
    trace,
  }
}

async function sendForm(url: URL, request: RequestInit): Promise<HttpAnswer> {
  const response = await fetch(url, request)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

type User = { id: string }
interface RestPosted extends Located<Omit<PostedView, 'postedBy' | 'reactions'>> {
  postedBy: User
  body: { markdown?: string; document?: unknown }
  reactions: { emoji: string; count: number; users: { user: User }[] }[]
}
type RestComment = RestPosted & {
  status: CommentView['status']
  resolvedAt?: string
  resolvedBy?: User
  replies: number
  target: { space: string; changeRequest?: string } & Pick<CommentView, 'page' | 'node'>
}
type Located<View> = Omit<View, 'location'> & { urls: { location: string } }

const given = <Shape extends object>(shape: Shape): Shape =>
  Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as Shape

function postedView({ id, body, postedBy, reactions, urls, ...row }: RestPosted): PostedView {
  return given({
    id,
    markdown: body.markdown,
    document: body.document,
    postedBy: postedBy.id,
    postedAt: row.postedAt,
    editedAt: row.editedAt,
    reactions: reactions.map(({ emoji, count, users }) => ({
      emoji,
      count,
      users: users.map(({ user }) => user.id),
    })),
    permissions: row.permissions,
    location: urls.location,
  }) as PostedView
}

function commentView(comment: RestComment): CommentView {
  return given({
    ...postedView(comment),
    status: comment.status,
    resolvedAt: comment.resolvedAt,
    resolvedBy: comment.resolvedBy?.id,
    replies: comment.replies,
    space: comment.target.space,
    changeRequest: comment.target.changeRequest,
    page: comment.target.page,
    node: comment.target.node,
  }) as CommentView
}

type RestChangeRequest = Located<Omit<ChangeRequestView, 'createdBy'>> & { createdBy: User }

const changeRequestView = (row: RestChangeRequest): ChangeRequestView => ({
  id: row.id,
  number: row.number,
  status: row.status,
  subject: row.subject,
  createdBy: row.createdBy.id,
  createdAt: row.createdAt,
  space: row.space,
  comments: row.comments,
  outdated: row.outdated,
  location: row.urls.location,
})

const spaceView = (row: Located<SpaceView>): SpaceView =>
  given({
    id: row.id,
    title: row.title,
    emoji: row.emoji,
    visibility: row.visibility,
    editMode: row.editMode,
    defaultLevel: row.defaultLevel,
    organization: row.organization,
    comments: row.comments,
    changeRequests: row.changeRequests,
    changeRequestsOpen: row.changeRequestsOpen,
    changeRequestsDraft: row.changeRequestsDraft,
    permissions: row.permissions,
    location: row.urls.location,
  }) as SpaceView

const organizationView = (row: Located<OrganizationView>): OrganizationView => ({
  id: row.id,
  title: row.title,
  emailDomains: row.emailDomains,
  defaultRole: row.defaultRole,
  plan: row.plan,
  permissions: row.permissions,
  location: row.urls.location,
})

const userView = ({ id, displayName, email, urls }: Located<UserView>): UserView =>
  given({ id, displayName, email, location: urls.location }) as UserView

const tokenView = ({ object: _object, ...row }: ApiTokenView & { object: string }): ApiTokenView => row
const newTokenView = (row: ApiTokenView & { object: string; token: string }) => ({
  ...tokenView(row),
  token: row.token,
})

const below = ({ spaceId, changeRequest }: Place) =>
  `/spaces/${spaceId}${changeRequest === undefined ? '' : `/change-requests/${changeRequest}`}`
const commentPath = (at: CommentAt) => `${below(at)}/comments/${at.commentId}`
const change = ({ markdown, ...rest }: ReactionChange & { markdown?: string; resolved?: boolean }) => ({
  ...rest,
  ...(markdown === undefined ? {} : { body: { markdown } }),
})

/** The REST API, called over HTTP. */
export function restApi(t: TestApp, who: { token: string } | null): Api {
  async function ask<Row, View>(
    method: string,
    path: string,
    view: (row: Row) => View,
    options: { query?: Query; body?: unknown } = {},
  ): Promise<Outcome<View>> {
    const { status, body, trace } = await callRest(t, who, method, path, options)
    if (status < 400) return traced({ ok: true, value: view(body as Row) }, trace)
    const { code, ...failure } = (body as { error: Refusal & { code: number } }).error
    if (code !== status) throw new Error(`The envelope says ${code}\n${trace}`)
    return traced({ ok: false, ...failure, status }, trace)
  }
  async function list<Row, View>(
    path: string,
    view: (row: Row) => View,
    { cursor, ...query }: Query & { cursor?: string } = {},
  ): Promise<Outcome<Listed<View>>> {
    type Envelope = { next?: { page: string }; count: number; items: Row[] }
    return ask<Envelope, Listed<View>>(
      'GET',
      path,
      ({ next, items }) => ({ items: items.map(view), ...(next ? { next: next.page } : {}) }),
      { query: { ...query, page: cursor } },
    )
  }

  return {
    postComment: (place, { markdown, document, ...input }) =>
      ask('POST', `${below(place)}/comments`, commentView, {
        body: { ...input, body: { markdown, document } },
      }),
    getComment: (at, format) => ask('GET', commentPath(at), commentView, { query: { format } }),
    listComments: (place, query) => list(`${below(place)}/comments`, commentView, query as Query),
    updateComment: (at, input) => ask('PUT', commentPath(at), commentView, { body: change(input) }),
    deleteComment: (at) => ask('DELETE', commentPath(at), () => at.commentId),
    postReply: (at, markdown) =>
      ask('POST', `${commentPath(at)}/replies`, postedView, { body: { body: { markdown } } }),
    getReply: (at, format) =>
      ask('GET', `${commentPath(at)}/replies/${at.replyId}`, postedView, { query: { format } }),
    listReplies: (at, query) => list(`${commentPath(at)}/replies`, postedView, query as Query),
    updateReply: (at, input) =>
      ask('PUT', `${commentPath(at)}/replies/${at.replyId}`, postedView, { body: change(input) }),
    deleteReply: (at) => ask('DELETE', `${commentPath(at)}/replies/${at.replyId}`, () => at.replyId),
    createChangeRequest: (spaceId, subject) =>
      ask('POST', `/spaces/${spaceId}/change-requests`, changeRequestView, { body: { subject } }),
    getChangeRequest: (spaceId, ref) =>
      ask('GET', `/spaces/${spaceId}/change-requests/${ref}`, changeRequestView),
    listChangeRequests: (spaceId, query) =>
      list(`/spaces/${spaceId}/change-requests`, changeRequestView, query as Query),
    createSpace: (organizationId, input = {}) =>
      ask('POST', `/orgs/${organizationId}/spaces`, spaceView, { body: input }),
    getSpace: (spaceId) => ask('GET', `/spaces/${spaceId}`, spaceView),
    listSpaces: (organizationId, query) => list(`/orgs/${organizationId}/spaces`, spaceView, query as Query),
    createOrganization: (input) => ask('POST', '/orgs', organizationView, { body: input }),
    getOrganization: (organizationId) => ask('GET', `/orgs/${organizationId}`, organizationView),
    listOrganizations: (query) => list('/orgs', organizationView, query as Query),
    viewer: () => ask('GET', '/user', userView),
    getUser: (userId) => ask('GET', `/users/${userId}`, userView),
    createApiToken: (input) => ask('POST', '/user/tokens', newTokenView, { body: input }),
    listApiTokens: (query) => list('/user/tokens', tokenView, query as Query),
    revokeApiToken: (tokenId) => ask('DELETE', `/user/tokens/${tokenId}`, () => tokenId),
  }
}
