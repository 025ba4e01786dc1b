import type { Api, ApiTokenView, PageOf } from './apis.ts'
import type { TestApp } from './app.ts'
import { graphqlAsker } from './graphql-outcomes.ts'
import {
  API_TOKEN,
  CHANGE_REQUEST,
  type ChangeRequestNode,
  COMMENT,
  type CommentNode,
  changeRequestView,
  commentView,
  enumName,
  ORGANIZATION,
  type OrganizationNode,
  organizationView,
  type PostedNode,
  postedView,
  REPLY,
  SPACE,
  type SpaceNode,
  spaceView,
  tokenView,
  USER,
  type UserNode,
  userView,
} from './graphql-views.ts'
import type { Listed } from './outcome.ts'

/** A field that can be null: because of an error, or without a value. */
type Maybe<Row> = Row | null | undefined

interface PageNode<Row> {
  nodes: Row[]
  pageInfo: { hasNextPage: boolean; endCursor: string }
}

const connection = (field: string, selection: string) =>
  `${field} { nodes { ${selection} } pageInfo { hasNextPage endCursor } }`

function listed<Row, View>(page: Maybe<PageNode<Row>>, view: (row: Row) => View): Listed<View> | null {
  if (!page) return null
  const { hasNextPage, endCursor } = page.pageInfo
  return { items: page.nodes.map(view), ...(hasNextPage ? { next: endCursor } : {}) }
}

const bodyOf = (markdown: string | undefined) => (markdown === undefined ? {} : { body: { markdown } })
const enumOf = (value: string | undefined) => (value === undefined ? undefined : enumName(value))
const PAGE = 'first: $first, after: $after'
const PAGE_VARIABLES = '$first: Int, $after: String'
const pageOf = ({ limit, cursor }: PageOf) => ({ first: limit, after: cursor })

/** A change request is identified by its id or by its number. */
const named = (ref: string | number) =>
  typeof ref === 'number'
    ? { declared: '$number: Int', args: 'number: $number', values: { number: ref } }
    : { declared: '$id: ID', args: 'id: $id', values: { id: ref } }

/** The GraphQL API, called over HTTP. */
export function graphqlApi(t: TestApp, who: { token: string } | null): Api {
  const { ask, mutate } = graphqlAsker(t, who)

  const remove = (name: string, input: object) =>
    mutate(name, input, 'deletedId', ({ deletedId }: { deletedId: string }) => deletedId)

  const byId = <Row, View>(type: string, id: string, selection: string, view: (row: Row) => View) =>
    ask<{ node: Maybe<Row> }, View>(
      `query($id: ID!) { node(id: $id) { ... on ${type} { ${selection} } } }`,
      { id },
      ({ node }) => (node ? view(node) : null),
    )

  const takeComment = ({ comment }: { comment: CommentNode }) => commentView(comment)
  const takeReply = ({ reply }: { reply: PostedNode }) => postedView(reply)

  return {
    postComment: ({ spaceId, changeRequest }, { markdown, document, ...input }) => {
      const place = changeRequest === undefined ? {} : { changeRequestId: String(changeRequest) }
      const given = { spaceId, ...place, ...input, body: { markdown, document } }
      return mutate('postComment', given, `comment { ${COMMENT()} }`, takeComment)
    },
    getComment: ({ commentId }, format) => byId('Comment', commentId, COMMENT(format), commentView),
    listComments: ({ spaceId, changeRequest }, { format, ...query } = {}) => {
      const target = changeRequest === undefined ? null : named(changeRequest)
      const list = connection(
        `comments(${PAGE}, status: $status, targetPage: $targetPage, authors: $authors, order: $order)`,
        COMMENT(format),
      )
      const field = target ? `changeRequest(spaceId: $spaceId, ${target.args})` : 'space(id: $spaceId)'
      return ask<
        { target: Maybe<{ comments: PageNode<CommentNode> }> },
        Listed<ReturnType<typeof commentView>>
      >(
        `query($spaceId: ID!, ${target ? `${target.declared}, ` : ''}${PAGE_VARIABLES}, $status: [CommentStatusFilter!],
          $targetPage: ID, $authors: [ID!], $order: SortOrder) { target: ${field} { ${list} } }`,
        {
          spaceId,
          ...target?.values,
          ...pageOf(query),
          status: enumOf(query.status),
          targetPage: query.targetPage,
          authors: query.authors,
          order: enumOf(query.order),
        },
        (data) => listed(data.target?.comments, commentView),
      )
    },
    updateComment: ({ commentId }, { markdown, ...input }) =>
      mutate(
        'updateComment',
        { commentId, ...input, ...bodyOf(markdown) },
        `comment { ${COMMENT()} }`,
        takeComment,
      ),
    deleteComment: ({ commentId }) => remove('deleteComment', { commentId }),
    postReply: ({ commentId }, markdown) =>
      mutate('postCommentReply', { commentId, ...bodyOf(markdown) }, `reply { ${REPLY()} }`, takeReply),
    getReply: ({ replyId }, format) => byId('CommentReply', replyId, REPLY(format), postedView),
    listReplies: ({ commentId }, query = {}) =>
      ask(
        `query($commentId: ID!, ${PAGE_VARIABLES}, $order: SortOrder) {
          node(id: $commentId) { ... on Comment { ${connection(`replies(${PAGE}, order: $order)`, REPLY())} } } }`,
        { commentId, ...pageOf(query), order: enumOf(query.order) },
        ({ node }: { node: Maybe<{ replies: PageNode<PostedNode> }> }) => listed(node?.replies, postedView),
      ),
    updateReply: ({ replyId }, { markdown, ...input }) =>
      mutate(
        'updateCommentReply',
        { replyId, ...input, ...bodyOf(markdown) },
        `reply { ${REPLY()} }`,
        takeReply,
      ),
    deleteReply: ({ replyId }) => remove('deleteCommentReply', { replyId }),
    createChangeRequest: (spaceId, subject) =>
      mutate(
        'createChangeRequest',
        { spaceId, ...(subject === undefined ? {} : { subject }) },
        `changeRequest { ${CHANGE_REQUEST} }`,
        ({ changeRequest }: { changeRequest: ChangeRequestNode }) => changeRequestView(changeRequest),
      ),
    getChangeRequest: (spaceId, ref) => {
      const { declared, args, values } = named(ref)
      return ask(
        `query($spaceId: ID!, ${declared}) { changeRequest(spaceId: $spaceId, ${args}) { ${CHANGE_REQUEST} } }`,
        { spaceId, ...values },
        ({ changeRequest }: { changeRequest: Maybe<ChangeRequestNode> }) =>
          changeRequest ? changeRequestView(changeRequest) : null,
      )
    },
    listChangeRequests: (spaceId, { status, contributor, ...page } = {}) => {
      // A null variable would select every status; if omitted, the default applies.
      const [declared, arg] = status
        ? [', $status: [ChangeRequestStatusFilter!]', ', status: $status']
        : ['', '']
      const list = connection(`changeRequests(${PAGE}, contributor: $contributor${arg})`, CHANGE_REQUEST)
      return ask(
        `query($spaceId: ID!, ${PAGE_VARIABLES}, $contributor: ID${declared}) { space(id: $spaceId) { ${list} } }`,
        { spaceId, ...pageOf(page), contributor, ...(status ? { status: enumName(status) } : {}) },
        ({ space }: { space: Maybe<{ changeRequests: PageNode<ChangeRequestNode> }> }) =>
          listed(space?.changeRequests, changeRequestView),
      )
    },
    createSpace: (organizationId, { editMode, ...input } = {}) =>
      mutate(
        'createSpace',
        { organizationId, ...input, ...(editMode ? { editMode: enumName(editMode) } : {}) },
        `space { ${SPACE} }`,
        ({ space }: { space: SpaceNode }) => spaceView(space),
      ),
    getSpace: (id) =>
      ask(
        `query($id: ID!) { space(id: $id) { ${SPACE} } }`,
        { id },
        ({ space }: { space: Maybe<SpaceNode> }) => (space ? spaceView(space) : null),
      ),
    listSpaces: (id, query = {}) =>
      ask(
        `query($id: ID!, ${PAGE_VARIABLES}) { organization(id: $id) { ${connection(`spaces(${PAGE})`, SPACE)} } }`,
        { id, ...pageOf(query) },
        ({ organization }: { organization: Maybe<{ spaces: PageNode<SpaceNode> }> }) =>
          listed(organization?.spaces, spaceView),
      ),
    createOrganization: (input) =>
      mutate(
        'createOrganization',
        input,
        `organization { ${ORGANIZATION} }`,
        ({ organization }: { organization: OrganizationNode }) => organizationView(organization),
      ),
    getOrganization: (id) =>
      ask(
        `query($id: ID!) { organization(id: $id) { ${ORGANIZATION} } }`,
        { id },
        ({ organization }: { organization: Maybe<OrganizationNode> }) =>
          organization ? organizationView(organization) : null,
      ),
    listOrganizations: (query = {}) =>
      ask(
        `query(${PAGE_VARIABLES}) { ${connection(`organizations(${PAGE})`, ORGANIZATION)} }`,
        pageOf(query),
        ({ organizations }: { organizations: Maybe<PageNode<OrganizationNode>> }) =>
          listed(organizations, organizationView),
      ),
    viewer: () =>
      ask(`{ viewer { user { ${USER} } } }`, {}, ({ viewer }: { viewer: { user: UserNode } }) =>
        userView(viewer.user),
      ),
    getUser: (id) =>
      ask(`query($id: ID!) { user(id: $id) { ${USER} } }`, { id }, ({ user }: { user: Maybe<UserNode> }) =>
        user ? userView(user) : null,
      ),
    createApiToken: ({ scopes, ...input }) =>
      mutate(
        'createApiToken',
        { ...input, ...(scopes ? { scopes: scopes.map(enumName) } : {}) },
        `token apiToken { ${API_TOKEN} }`,
        ({ token, apiToken }: { token: string; apiToken: ApiTokenView }) => ({
          ...tokenView(apiToken),
          token,
        }),
      ),
    listApiTokens: (query = {}) =>
      ask(
        `query(${PAGE_VARIABLES}) { viewer { ${connection(`apiTokens(${PAGE})`, API_TOKEN)} } }`,
        pageOf(query),
        ({ viewer }: { viewer: { apiTokens: PageNode<ApiTokenView> } }) =>
          listed(viewer.apiTokens, tokenView),
      ),
    revokeApiToken: (tokenId) => remove('revokeApiToken', { tokenId }),
  }
}
