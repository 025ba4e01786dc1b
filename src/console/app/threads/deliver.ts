import { graphql } from 'react-relay/hooks'
import { commitMutation, type MutationParameters, type RecordSourceSelectorProxy } from 'relay-runtime'
import type { deliverCommentMutation } from '#console/deliverCommentMutation.graphql.ts'
import type { deliverReplyMutation } from '#console/deliverReplyMutation.graphql.ts'
import { environment } from '../relay/environment.ts'
import type { Deliver } from './outbox.ts'
import { addReply, addThread } from './threads-store.ts'

/** What a new comment is on. */
export interface CommentPlace {
  spaceId: string
  changeRequestId?: string | undefined
  /** The ID of the page. */
  page?: string | undefined
  /** The key of the block. */
  node?: string | undefined
}

/** The name of a place, by which its draft is kept. */
export const targetOf = ({ spaceId, changeRequestId, page, node }: CommentPlace): string =>
  ['comment', spaceId, changeRequestId, page, node].map((part) => part ?? '').join(':')

/** The place with this name. Undefined where the name is of something else. */
export function placeOf(target: string): CommentPlace | undefined {
  const [kind, spaceId, changeRequestId, page, ...node] = target.split(':')
  if (kind !== 'comment' || !spaceId) return undefined
  return {
    spaceId,
    changeRequestId: changeRequestId || undefined,
    page: page || undefined,
    node: node.join(':') || undefined,
  }
}

function commit<Mutation extends MutationParameters>(
  mutation: Parameters<typeof commitMutation<Mutation>>[1]['mutation'],
  variables: Mutation['variables'],
  updater: (store: RecordSourceSelectorProxy<Mutation['response']>, data: Mutation['response']) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    commitMutation<Mutation>(environment, {
      mutation,
      variables,
      updater: (store, data) => data && updater(store, data),
      onCompleted: () => resolve(),
      onError: reject,
    })
  })
}

const comment = graphql`
  mutation deliverCommentMutation($input: PostCommentInput!) {
    postComment(input: $input) {
      comment {
        id
        ...Thread_posted
      }
    }
  }
`

/** Posts a comment, and adds it to the list that shows it. */
export const deliverComment =
  ({ spaceId, changeRequestId, page, node }: CommentPlace, connectionId: string | undefined): Deliver =>
  ({ text, key }) => {
    const place = {
      ...(changeRequestId === undefined ? { spaceId } : { changeRequestId }),
      ...(page === undefined ? {} : { page }),
      ...(node === undefined ? {} : { node }),
    }
    const input = { ...place, body: { markdown: text }, idempotencyKey: key }
    return commit<deliverCommentMutation>(comment, { input }, (store, { postComment }) => {
      if (postComment && connectionId !== undefined) addThread(store, connectionId, postComment.comment.id)
    })
  }

const reply = graphql`
  mutation deliverReplyMutation($input: PostCommentReplyInput!) {
    postCommentReply(input: $input) {
      reply {
        id
        ...Post_post
      }
    }
  }
`

/** Posts a reply, and adds it to its thread. */
export const deliverReply =
  (commentId: string): Deliver =>
  ({ text, key }) => {
    const input = { commentId, body: { markdown: text }, idempotencyKey: key }
    return commit<deliverReplyMutation>(reply, { input }, (store, { postCommentReply }) => {
      if (postCommentReply) addReply(store, commentId, postCommentReply.reply.id)
    })
  }
