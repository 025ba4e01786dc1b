import { scopes } from '../../src/core/access/viewer.ts'
import type {
  ApiTokenView,
  ChangeRequestView,
  CommentView,
  Format,
  OrganizationView,
  PostedView,
  Reactions,
  SpaceView,
  UserView,
} from './apis.ts'

export const enumName = (value: string) => value.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')
export const fromEnum = (value: string) => value.toLowerCase().replaceAll('_', '-')
const fromNullableEnum = (value: string | null) => (value === null ? null : fromEnum(value))
const scopeOf = (value: string) => scopes.names().find((scope) => enumName(scope) === value) ?? value

/** Values that REST leaves out are null in GraphQL. */
function plain<View>(row: object): View {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null && value !== undefined),
  ) as View
}

interface Ref {
  id: string
}
type Located<View> = Omit<View, 'location'> & { urls: { location: string } }

const posted = (
  format: Format = 'markdown',
  bits = '',
) => `id body { ${format} } postedBy { id } postedAt editedAt
  reactions { emoji count users { nodes { user { id } } } } permissions { view edit reply delete ${bits} } urls { location }`

export const COMMENT = (format?: Format) => `${posted(format, 'resolve')} status resolvedAt resolvedBy { id }
  replies(first: 1) { totalCount } space { id } changeRequest { id }
  target { page { pageId title emoji icon createdAt updatedAt path outdated } node { nodeId preview } }`
export const REPLY = (format?: Format) => posted(format)

export interface PostedNode extends Located<Omit<PostedView, 'postedBy' | 'reactions'>> {
  body: { markdown: string } | { document: unknown }
  postedBy: Ref
  reactions: (Omit<Reactions, 'users'> & { users: { nodes: { user: Ref }[] } })[]
}

export interface CommentNode extends PostedNode {
  status: string
  resolvedAt: string | null
  resolvedBy: Ref | null
  replies: { totalCount: number }
  space: Ref
  changeRequest: Ref | null
  target: {
    page: (Record<string, unknown> & { pageId: string }) | null
    node: { nodeId: string; preview: string | null } | null
  }
}

export function postedView({ body, postedBy, reactions, urls, ...row }: PostedNode): PostedView {
  return plain({
    id: row.id,
    ...body,
    postedBy: postedBy.id,
    postedAt: row.postedAt,
    editedAt: row.editedAt,
    reactions: reactions.map((reaction) => ({
      ...reaction,
      users: reaction.users.nodes.map(({ user }) => user.id),
    })),
    permissions: row.permissions,
    location: urls.location,
  })
}

export const commentView = (row: CommentNode): CommentView =>
  plain({
    ...postedView(row),
    status: fromEnum(row.status),
    resolvedAt: row.resolvedAt,
    resolvedBy: row.resolvedBy?.id,
    replies: row.replies.totalCount,
    space: row.space.id,
    changeRequest: row.changeRequest?.id,
    page: row.target.page && named('pageId', row.target.page),
    node: row.target.node && named('nodeId', row.target.node),
  })

/** The id of an object that is not a node, which REST calls `id`. */
const named = (key: string, { [key]: id, ...row }: Record<string, unknown>) => plain<object>({ id, ...row })

export const CHANGE_REQUEST = `id number status subject createdBy { id } createdAt space { id } commentsOpen
  outdated urls { location }`

export interface ChangeRequestNode
  extends Located<Omit<ChangeRequestView, 'createdBy' | 'space' | 'comments'>> {
  createdBy: Ref
  space: Ref
  commentsOpen: number
}

export const changeRequestView = ({ urls, commentsOpen, ...row }: ChangeRequestNode): ChangeRequestView => ({
  ...row,
  status: fromEnum(row.status),
  createdBy: row.createdBy.id,
  space: row.space.id,
  comments: commentsOpen,
  location: urls.location,
})

export const SPACE = `id title emoji visibility editMode defaultLevel organization { id } commentsOpen
  changeRequests(first: 1, status: ALL) { totalCount } changeRequestsOpen changeRequestsDraft urls { location }
  permissions { view access admin manage delete restore move transfer viewInviteLinks edit triggerGitSync comment
    merge review installIntegration }`

export interface SpaceNode
  extends Located<Omit<SpaceView, 'editMode' | 'organization' | 'comments' | 'changeRequests'>> {
  editMode: string | null
  organization: Ref
  commentsOpen: number
  changeRequests: { totalCount: number }
}

export const spaceView = ({ urls, commentsOpen, editMode, ...row }: SpaceNode): SpaceView => ({
  ...row,
  visibility: fromEnum(row.visibility),
  ...(editMode === null ? {} : { editMode: fromEnum(editMode) }),
  defaultLevel: fromNullableEnum(row.defaultLevel),
  organization: row.organization.id,
  comments: commentsOpen,
  changeRequests: row.changeRequests.totalCount,
  location: urls.location,
})

export const ORGANIZATION = `id title emailDomains defaultRole plan urls { location }
  permissions { view access admin ownTeam createContent createOpenAPISpec ingestConversations viewBilling listMembers
    listTeams listIntegrations listInstallations installIntegration }`

export type OrganizationNode = Located<OrganizationView>

export const organizationView = ({ urls, ...row }: OrganizationNode): OrganizationView => ({
  ...row,
  defaultRole: fromNullableEnum(row.defaultRole),
  location: urls.location,
})

export const USER = 'id displayName email urls { location }'

export type UserNode = Located<UserView>

export const userView = ({ urls, ...row }: UserNode): UserView => plain({ ...row, location: urls.location })

export const API_TOKEN = 'id label scopes createdAt expiresAt lastUsedAt'

export const tokenView = (row: ApiTokenView): ApiTokenView =>
  plain({ ...row, scopes: row.scopes.map(scopeOf) })
