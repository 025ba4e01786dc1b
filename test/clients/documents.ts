/**
 * Documents of a frontend with Relay: nested pagination, refetchable fragments, and a subscription that appends to a
 * list. A file has the name of its module, as Relay requires.
 */
export const relaySources: Record<string, string> = {
  'CommentThreads.ts': `import { graphql } from 'react-relay'
graphql\`
  query CommentThreadsQuery($spaceId: ID!) {
    space(id: $spaceId) { id title ...CommentThreads_space }
  }
\`
graphql\`
  fragment CommentThreads_space on Space
  @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" })
  @refetchable(queryName: "CommentThreadsPaginationQuery") {
    comments(first: $count, after: $cursor, order: ASC) @connection(key: "CommentThreads_comments") {
      __id
      edges { node { id body { markdown } postedBy { id displayName } ...CommentReplies_comment } }
    }
  }
\`
graphql\`
  subscription CommentThreadsSubscription($spaceId: ID!, $after: String, $connections: [ID!]!) {
    commentActivity(spaceId: $spaceId, after: $after) {
      cursor
      type
      commentId
      comment @prependNode(connections: $connections, edgeTypeName: "CommentEdge") {
        id
        body { markdown }
        ...CommentReplies_comment
      }
    }
  }
\`
`,
  'CommentReplies.ts': `import { graphql } from 'react-relay'
graphql\`
  fragment CommentReplies_comment on Comment
  @argumentDefinitions(count: { type: "Int", defaultValue: 5 }, cursor: { type: "String" })
  @refetchable(queryName: "CommentRepliesPaginationQuery") {
    replies(first: $count, after: $cursor) @connection(key: "CommentReplies_replies") {
      edges { node { id body { markdown } postedBy { id displayName } } }
    }
  }
\`
graphql\`
  mutation CommentRepliesMutation($input: PostCommentReplyInput!, $connections: [ID!]!) {
    postCommentReply(input: $input) {
      reply @appendNode(connections: $connections, edgeTypeName: "CommentReplyEdge") { id body { markdown } }
    }
  }
\`
`,
  'PageTree.ts': `import { graphql } from 'react-relay'
graphql\`
  fragment PageTree_revision on Revision
  @argumentDefinitions(count: { type: "Int", defaultValue: 50 }, cursor: { type: "String" })
  @refetchable(queryName: "PageTreePaginationQuery") {
    allPages(first: $count, after: $cursor) @connection(key: "PageTree_allPages") {
      edges { node { id pageId title ... on DocumentPage { path } ... on LinkPage { path } } }
    }
  }
\`
graphql\`
  query PageTreeQuery($spaceId: ID!) {
    space(id: $spaceId) { content { mergedFrom { id number } ...PageTree_revision } }
  }
\`
`,
}

/** Documents of a frontend without Relay, from which types are generated. */
export const plainDocuments = `
  query CommentPage($spaceId: ID!, $after: String) {
    space(id: $spaceId) {
      id
      title
      comments(first: 20, after: $after, order: ASC) {
        pageInfo { endCursor hasNextPage }
        edges { cursor node { ...CommentWithReplies } }
      }
    }
  }
  fragment CommentWithReplies on Comment {
    id
    body { markdown }
    replies(first: 5) { pageInfo { endCursor hasNextPage } edges { node { id body { markdown } } } }
  }
  subscription CommentFeed($spaceId: ID!, $after: String) {
    commentActivity(spaceId: $spaceId, after: $after) { cursor type commentId comment { ...CommentWithReplies } }
  }
`
