import type { TestApp } from './app.ts'
import { graphqlApi } from './graphql-api.ts'
import type { Listed, Outcome } from './outcome.ts'
import { restApi } from './rest-api.ts'

export * from './outcome.ts'

/** Main content of a space, or one of its change requests by id or by number. */
export interface Place {
  spaceId: string
  changeRequest?: string | number
}

export interface CommentAt extends Place {
  commentId: string
}

export interface ReplyAt extends CommentAt {
  replyId: string
}

export type Format = 'markdown' | 'document'

export interface PageOf {
  limit?: number
  cursor?: string
}

export interface Reactions {
  emoji: string
  count: number
  users: string[]
}

export interface PostedView {
  id: string
  /** Absent if the document was requested instead. */
  markdown?: string
  document?: unknown
  postedBy: string
  postedAt: string
  editedAt?: string
  reactions: Reactions[]
  permissions: { view: boolean; edit: boolean; reply: boolean; delete: boolean; resolve?: boolean }
  location: string
}

export interface CommentView extends PostedView {
  status: 'open' | 'resolved'
  resolvedAt?: string
  resolvedBy?: string
  replies: number
  space: string
  changeRequest?: string
  page?: {
    id: string
    title: string
    emoji?: string
    icon?: string
    createdAt?: string
    updatedAt?: string
    path: string
    outdated: boolean
  }
  node?: { id: string; preview?: string }
}

export type ReplyView = PostedView

export interface ChangeRequestView {
  id: string
  number: number
  status: string
  subject: string
  createdBy: string
  createdAt: string
  space: string
  comments: number
  outdated: boolean
  location: string
}

export interface SpaceView {
  id: string
  title: string
  emoji: string
  visibility: string
  editMode?: string
  defaultLevel: string | null
  organization: string
  comments: number
  changeRequests: number
  changeRequestsOpen: number
  changeRequestsDraft: number
  permissions: Record<string, boolean>
  location: string
}

export interface OrganizationView {
  id: string
  title: string
  emailDomains: string[]
  defaultRole: string | null
  plan: string
  permissions: Record<string, boolean>
  location: string
}

export interface UserView {
  id: string
  displayName: string
  email?: string
  location: string
}

export interface ApiTokenView {
  id: string
  label: string
  scopes: string[]
  createdAt: string
  expiresAt?: string
  lastUsedAt?: string
}

export interface ReactionChange {
  addedReactions?: string[]
  removedReactions?: string[]
}

export interface CommentFilters {
  status?: 'all' | 'open' | 'resolved'
  targetPage?: string
  authors?: string[]
  order?: 'asc' | 'desc'
  format?: Format
}

/** The operations of one caller, with either API. */
export interface Api {
  postComment(
    place: Place,
    input: { markdown?: string; document?: unknown; page?: string; node?: string },
  ): Attempt<CommentView>
  getComment(at: CommentAt, format?: Format): Attempt<CommentView>
  listComments(place: Place, query?: CommentFilters & PageOf): Attempt<Listed<CommentView>>
  updateComment(
    at: CommentAt,
    change: ReactionChange & { markdown?: string; resolved?: boolean },
  ): Attempt<CommentView>
  /** Deletions return the id of the deleted resource. */
  deleteComment(at: CommentAt): Attempt<string>
  postReply(at: CommentAt, markdown: string): Attempt<ReplyView>
  getReply(at: ReplyAt, format?: Format): Attempt<ReplyView>
  listReplies(at: CommentAt, query?: { order?: 'asc' | 'desc' } & PageOf): Attempt<Listed<ReplyView>>
  updateReply(at: ReplyAt, change: ReactionChange & { markdown?: string }): Attempt<ReplyView>
  deleteReply(at: ReplyAt): Attempt<string>
  createChangeRequest(spaceId: string, subject?: string): Attempt<ChangeRequestView>
  getChangeRequest(spaceId: string, ref: string | number): Attempt<ChangeRequestView>
  listChangeRequests(
    spaceId: string,
    query?: { status?: string; contributor?: string } & PageOf,
  ): Attempt<Listed<ChangeRequestView>>
  createSpace(
    organizationId: string,
    input?: { title?: string; emoji?: string; editMode?: 'live' | 'locked' },
  ): Attempt<SpaceView>
  getSpace(spaceId: string): Attempt<SpaceView>
  listSpaces(organizationId: string, query?: PageOf): Attempt<Listed<SpaceView>>
  createOrganization(input: { title: string; emailDomains?: string[] }): Attempt<OrganizationView>
  getOrganization(organizationId: string): Attempt<OrganizationView>
  listOrganizations(query?: PageOf): Attempt<Listed<OrganizationView>>
  viewer(): Attempt<UserView>
  getUser(userId: string): Attempt<UserView>
  createApiToken(input: {
    label: string
    scopes?: string[]
    expiresAt?: string
  }): Attempt<ApiTokenView & { token: string }>
  listApiTokens(query?: PageOf): Attempt<Listed<ApiTokenView>>
  revokeApiToken(tokenId: string): Attempt<string>
}

export type Attempt<Value> = Promise<Outcome<Value>>

export interface Entrance {
  name: 'rest' | 'graphql'
  /** Calls as the user of the token, or without a token. */
  enter(t: TestApp, who: { token: string } | null): Api
}

export const rest: Entrance = { name: 'rest', enter: restApi }
export const graphql: Entrance = { name: 'graphql', enter: graphqlApi }

/** For `describe.each(apis)`: one scenario, with both APIs. */
export const apis: Entrance[] = [rest, graphql]
