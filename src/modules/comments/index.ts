import { defineModule } from '../../core/operations/module.ts'
import { listCommenters } from './commenters.service.ts'
import { facts } from './comments.facts.ts'
import { commentById, replyById } from './comments.loaders.ts'
import { dataOfComments } from './comments.personal.ts'
import { routes } from './comments.rest.ts'
import { deleteComment, getComment, listComments, postComment, updateComment } from './comments.service.ts'
import { deleteReply, getReply, listReplies, postReply, updateReply } from './replies.service.ts'
import './comments.graphql.ts'

export const comments = defineModule({
  name: 'comments',
  facts,
  personalData: dataOfComments,
  operations: [
    getComment,
    postComment,
    updateComment,
    deleteComment,
    getReply,
    postReply,
    updateReply,
    deleteReply,
  ],
  lists: [listComments, listReplies, listCommenters],
  routes,
  nodes: {
    Comment: commentById,
    CommentReply: replyById,
  },
})

export { CommentType, ReplyType } from './comments.graphql.ts'
export { bodyText, type CommentRow, commentById, replyById, reviewOf } from './comments.loaders.ts'
export { Body, NewComments } from './comments.model.ts'
export { BodyType } from './comments.posted.graphql.ts'
export { RestComment, toRestComments } from './comments.rest.ts'
export { createComments, pointsAt } from './create-comments.ts'
export { isDocument, writtenBody } from './posts.ts'
