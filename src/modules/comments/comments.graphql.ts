import type { ObjectRef } from '@pothos/core'
import { z } from 'zod'
import { Order } from '../../core/fields.ts'
import { builder, type Types } from '../../graphql/builder.ts'
import { versionDescription } from '../../graphql/conditions.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { eventSubject } from '../../graphql/event-subjects.ts'
import { deletedPayload, mutation, nestedField } from '../../graphql/field.ts'
import { ownProperty } from '../../graphql/own-property.ts'
import { ChangeRequestType, changeRequestById } from '../change-requests/index.ts'
import { MemberConnection } from '../members/index.ts'
import { requiredSpace, SpaceType } from '../spaces/index.ts'
import { LocationUrls, participantById, UserType } from '../users/index.ts'
import { listCommenters } from './commenters.service.ts'
import type { CommentRow, ReplyRow } from './comments.loaders.ts'
import { commentById, replyById } from './comments.loaders.ts'
import { CommentStatusFilter } from './comments.model.ts'
import { requiredComment } from './comments.places.ts'
import { commentPermissions, replyPermissions } from './comments.policy.ts'
import { addPostedFields } from './comments.posted.graphql.ts'
import { deleteComment, getComment, listComments, postComment, updateComment } from './comments.service.ts'
import { CommentTargetType } from './comments.target.graphql.ts'
import { commentUrl, replyUrl } from './comments.urls.ts'
import { deleteReply, getReply, listReplies, postReply, updateReply } from './replies.service.ts'

graphqlEnum('SortOrder', Order, 'Ascending or descending.', {
  asc: 'The smallest or oldest first.',
  desc: 'The largest or newest first.',
})
graphqlEnum('CommentStatusFilter', CommentStatusFilter, 'Which comments to list.', {
  all: 'All comments.',
  open: 'Comments that are not resolved.',
  resolved: 'Comments that are resolved.',
})
const StatusEnum = graphqlEnum(
  'CommentStatus',
  z.enum(['open', 'resolved']),
  'Whether a comment is resolved.',
  { open: 'It is not resolved.', resolved: 'It is resolved.' },
)

const CommentNode = builder.prismaNode('Comment', {
  description: 'A remark on main content or on a change request.',
  id: { field: 'id', description: 'The id. REST uses the same one.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    status: t.field({
      type: StatusEnum,
      description: 'Whether it waits for an answer.',
      extensions: ownProperty,
      resolve: (comment) => comment.status,
    }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was resolved.',
    }),
    resolvedBy: t.field({
      type: UserType,
      nullable: true,
      description: 'Who resolved it.',
      resolve: ({ resolvedById }, _args, { caller }) =>
        resolvedById === null ? null : caller.load(participantById, resolvedById),
    }),
    target: t.field({
      type: CommentTargetType,
      description: 'What it is about.',
      // Rows always come from the module's loaders.
      resolve: (comment) => comment as unknown as CommentRow,
    }),
    space: t.field({
      type: SpaceType,
      description: 'The space that it belongs to.',
      resolve: ({ spaceId }, _args, { caller }) => caller.load(requiredSpace, spaceId),
    }),
    changeRequest: t.field({
      type: ChangeRequestType,
      nullable: true,
      description: 'The change request that it is on; null when it is on main content.',
      resolve: ({ changeRequestId }, _args, { caller }) =>
        changeRequestId === null ? null : caller.load(changeRequestById, changeRequestId),
    }),
    urls: t.field({
      type: LocationUrls,
      description: 'Where the comment is found.',
      resolve: (comment, _args, { urls }) => ({ location: commentUrl(urls, comment) }),
    }),
  }),
})
// Rows of both types always come from the module's loaders, which join their people.
export const CommentType = CommentNode as unknown as ObjectRef<Types, CommentRow>
addPostedFields(CommentType, 'Comment', commentPermissions)

const ReplyNode = builder.prismaNode('CommentReply', {
  description: 'A reply to a comment.',
  id: { field: 'id', description: 'The id. REST uses the same one.' },
  fields: (t) => ({
    version: t.exposeInt('version', { description: versionDescription }),
    comment: t.field({
      type: CommentType,
      description: 'The comment that it answers.',
      resolve: ({ commentId }, _args, { caller }) => caller.load(requiredComment, commentId),
    }),
    urls: t.field({
      type: LocationUrls,
      description: 'Where the reply is found.',
      resolve: (reply, _args, { urls }) => ({ location: replyUrl(urls, reply as unknown as ReplyRow) }),
    }),
  }),
})
export const ReplyType = ReplyNode as unknown as ObjectRef<Types, ReplyRow>
addPostedFields(ReplyType, 'CommentReply', replyPermissions)

const CommentConnection = connectionType('Comment', CommentType)

connection(SpaceType, 'comments', listComments, {
  type: CommentConnection,
  description: 'Comments on main content, newest first.',
})
connection(ChangeRequestType, 'comments', listComments, {
  type: CommentConnection,
  description: 'Comments on this change request, newest first.',
})
connection(CommentType, 'replies', listReplies, {
  type: connectionType('CommentReply', ReplyType),
  description: 'The replies to it, oldest first.',
})

connection(SpaceType, 'commenters', listCommenters, {
  type: MemberConnection,
  description:
    'The members who posted comments on main content, as far as you may see members; `authors` takes them.',
})
connection(ChangeRequestType, 'commenters', listCommenters, {
  type: MemberConnection,
  description: 'The members who posted comments on it, as far as you may see members; `authors` takes them.',
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
  description: 'A comment on main content, by id; null when there is none.',
  given: ({ id }) => ({ spaceId: id }),
})
nestedField(ChangeRequestType, 'comment', getComment, {
  ...oneComment,
  description: 'A comment on this change request, by id; null when there is none.',
  given: ({ id, spaceId }) => ({ spaceId, changeRequestId: id }),
})
nestedField(CommentType, 'reply', getReply, {
  type: ReplyType,
  isLookup: true,
  description: 'One of the replies to it, by id; null when there is none.',
  rename: { replyId: 'id' },
  given: ({ id }) => ({ commentId: id }),
  givenNames: ['spaceId', 'changeRequestId', 'commentId'],
  omit: ['format'],
})

const comment = {
  type: CommentType,
  description: 'The comment as it is now.',
  from: (row: CommentRow) => row,
}
const reply = { type: ReplyType, description: 'The reply as it is now.', from: (row: ReplyRow) => row }
/** A comment is named by its own id here; REST paths name its place too. */
const omit = ['spaceId', 'changeRequestId', 'format']

mutation('postComment', postComment, {
  description: 'Posts a comment on main content, or on a change request.',
  omit: ['format'],
  payload: { comment },
})
mutation('updateComment', updateComment, {
  description: 'Edits, resolves, reopens or reacts to a comment.',
  omit,
  payload: { comment },
})
mutation('deleteComment', deleteComment, {
  description: 'Deletes a comment with its replies. Deleting one that is gone succeeds as well.',
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
  description: 'Deletes a reply. Deleting one that is gone succeeds as well.',
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
