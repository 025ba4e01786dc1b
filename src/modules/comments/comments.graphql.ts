import { z } from 'zod'
import { Order } from '../../core/fields.ts'
import { builder } from '../../graphql/builder.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { deletedPayload, mutation, nestedField } from '../../graphql/field.ts'
import { ownProperty } from '../../graphql/own-property.ts'
import { eventSubject } from '../../graphql/subscriptions/event-subjects.ts'
import { ChangeRequestType, changeRequestById } from '../change-requests/index.ts'
import { MemberConnection } from '../members/index.ts'
import { requiredSpace, SpaceType } from '../spaces/index.ts'
import { UserType } from '../users/index.ts'
import { listCommenters } from './commenters.service.ts'
import type { CommentRow, ReplyRow } from './comments.loaders.ts'
import { commentById, replyById } from './comments.loaders.ts'
import { CommentStatusFilter } from './comments.model.ts'
import { commentPermissions, replyPermissions } from './comments.policy.ts'
import { addPermissions, PostType } from './comments.posted.graphql.ts'
import { deleteComment, getComment, listComments, postComment, updateComment } from './comments.service.ts'
import { CommentTargetType } from './comments.target.graphql.ts'
import { requiredComment } from './find-comment.ts'
import { deleteReply, getReply, listReplies, postReply, updateReply } from './replies.service.ts'

declare module '../../core/node-rows.ts' {
  interface NodeRows {
    Comment: CommentRow
    CommentReply: ReplyRow
  }
}

graphqlEnum('SortOrder', Order, 'A sort order.', {
  asc: 'Smallest or oldest first.',
  desc: 'Largest or newest first.',
})
graphqlEnum('CommentStatusFilter', CommentStatusFilter, 'Which comments to list.', {
  all: 'All comments.',
  open: 'Comments that are not resolved.',
  resolved: 'Comments that are resolved.',
})
const StatusEnum = graphqlEnum('CommentStatus', z.enum(['open', 'resolved']), 'The status of a comment.', {
  open: 'The comment is open.',
  resolved: 'The comment is resolved.',
})

export const CommentType = builder.prismaNode('Comment', {
  description: 'A comment on main content or on a change request.',
  interfaces: [PostType],
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    status: t.field({
      type: StatusEnum,
      description: 'The status of the comment.',
      extensions: ownProperty,
      resolve: (comment) => comment.status,
    }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the comment was resolved. Null if it is open.',
    }),
    resolvedBy: t.field({
      type: UserType,
      nullable: true,
      description: 'The user who resolved the comment. Null if it is open.',
      resolve: (comment) => comment.resolvedBy,
    }),
    target: t.field({
      type: CommentTargetType,
      description: 'What the comment refers to.',
      resolve: (comment) => comment,
    }),
    space: t.field({
      type: SpaceType,
      description: 'The space of the comment.',
      resolve: ({ spaceId }, _args, { caller }) => caller.load(requiredSpace, spaceId),
    }),
    changeRequest: t.field({
      type: ChangeRequestType,
      nullable: true,
      description: 'The change request. Null for a comment on main content.',
      resolve: ({ changeRequestId }, _args, { caller }) =>
        changeRequestId === null ? null : caller.load(changeRequestById, changeRequestId),
    }),
  }),
})
addPermissions(CommentType, 'Comment', commentPermissions)

export const ReplyType = builder.prismaNode('CommentReply', {
  description: 'A reply to a comment.',
  interfaces: [PostType],
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    comment: t.field({
      type: CommentType,
      description: 'The comment that this is a reply to.',
      resolve: ({ commentId }, _args, { caller }) => caller.load(requiredComment, commentId),
    }),
  }),
})
addPermissions(ReplyType, 'CommentReply', replyPermissions)

const CommentConnection = connectionType('Comment', CommentType)

connection(SpaceType, 'comments', listComments, {
  type: CommentConnection,
  description: 'The comments on the main content of this space.',
})
connection(ChangeRequestType, 'comments', listComments, {
  type: CommentConnection,
  description: 'The comments on this change request.',
})
connection(CommentType, 'replies', listReplies, {
  type: connectionType('CommentReply', ReplyType),
  description: 'The replies to this comment.',
})

connection(SpaceType, 'commenters', listCommenters, {
  type: MemberConnection,
  description:
    'The members who posted comments on the main content and are visible to you. The `authors` filter accepts the IDs of their users.',
})
connection(ChangeRequestType, 'commenters', listCommenters, {
  type: MemberConnection,
  description:
    'The members who posted comments on this change request and are visible to you. The `authors` filter accepts the IDs of their users.',
})

const oneComment = {
  type: CommentType,
  isLookup: true,
  rename: { commentId: 'id' },
  givenNames: ['spaceId', 'changeRequestId'],
  omit: ['format'],
}
nestedField(SpaceType, 'comment', getComment, {
  ...oneComment,
  description: 'A comment on the main content of this space. Null if it does not exist.',
  given: ({ id }) => ({ spaceId: id }),
})
nestedField(ChangeRequestType, 'comment', getComment, {
  ...oneComment,
  description: 'A comment on this change request. Null if it does not exist.',
  given: ({ id, spaceId }) => ({ spaceId, changeRequestId: id }),
})
nestedField(CommentType, 'reply', getReply, {
  type: ReplyType,
  isLookup: true,
  description: 'A reply to this comment. Null if it does not exist.',
  rename: { replyId: 'id' },
  given: ({ id }) => ({ commentId: id }),
  givenNames: ['spaceId', 'changeRequestId', 'commentId'],
  omit: ['format'],
})

const comment = {
  type: CommentType,
  description: 'The comment.',
  from: (row: CommentRow) => row,
}
const reply = { type: ReplyType, description: 'The reply.', from: (row: ReplyRow) => row }
/** GraphQL identifies a comment by its own id; REST paths contain its location as well. */
const omit = ['spaceId', 'changeRequestId', 'format']

mutation('postComment', postComment, {
  description: 'Posts a comment on main content or on a change request.',
  omit: ['format'],
  payload: { comment },
})
mutation('updateComment', updateComment, {
  description: 'Edits, resolves, reopens or reacts to a comment.',
  omit,
  payload: { comment },
})
mutation('deleteComment', deleteComment, {
  description: 'Deletes a comment with its replies. Succeeds if it was deleted before.',
  omit,
  payload: deletedPayload(),
})
mutation('postCommentReply', postReply, { description: 'Replies to a comment.', omit, payload: { reply } })
mutation('updateCommentReply', updateReply, {
  description: 'Edits or reacts to a reply.',
  omit: [...omit, 'commentId'],
  payload: { reply },
})
mutation('deleteCommentReply', deleteReply, {
  description: 'Deletes a reply. Succeeds if it was deleted before.',
  omit: [...omit, 'commentId'],
  payload: deletedPayload(),
})

eventSubject({
  name: 'comment',
  within: 'space',
  what: 'the comment',
  type: CommentType,
  loader: commentById,
})
eventSubject({ name: 'reply', within: 'space', what: 'the reply', type: ReplyType, loader: replyById })
