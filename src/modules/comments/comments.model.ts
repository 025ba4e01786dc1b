import { z } from 'zod'
import { Emoji } from '../../core/emoji.ts'
import { Format, idField, Markdown, Order } from '../../core/fields.ts'
import { ChangeRequestRef } from '../change-requests/index.ts'
import { DocumentField } from '../documents/index.ts'

/** Where comments live: main content of a space, or one of its change requests. */
const spaceId = idField('Space', 'The space.')
const changeRequestId = ChangeRequestRef.optional()
const commentId = idField('Comment', 'The comment.')
const replyId = idField('CommentReply', 'The reply.')

/** Paths name the space too. When they do, the comment must really be there; GraphQL needs the comment alone. */
const place = { spaceId: spaceId.optional(), changeRequestId }

export const Body = z
  .object({
    markdown: Markdown.optional().meta({ description: 'The text, in markdown.' }),
    document: DocumentField.optional(),
  })
  .superRefine(({ markdown, document }, ctx) => {
    if ((markdown === undefined) === (document === undefined)) {
      ctx.addIssue({ code: 'custom', path: ['markdown'], message: 'Give either markdown or a document.' })
    }
  })
  .meta({ title: 'MarkdownBody', description: 'A text, in markdown or as a document.' })

/** Different emoji that one user, and all users together, can put on one comment or reply. */
export const MAX_REACTIONS_PER_USER = 20
export const MAX_EMOJI = 100

const reactions = {
  addedReactions: z
    .array(Emoji)
    .max(50)
    .optional()
    .meta({
      description: `Emoji to react with; one that is there already stays as it is. You can use at most ${MAX_REACTIONS_PER_USER} different emoji on one comment or reply.`,
    }),
  // Any text: reactions that were stored before only emoji were accepted can still be removed.
  removedReactions: z
    .array(z.string().trim().min(1).max(50))
    .max(50)
    .optional()
    .meta({ description: 'Emoji to take back. One that is also added ends up removed.' }),
}

export const CommentStatusFilter = z.enum(['all', 'open', 'resolved'])

export const ListCommentsFilters = z.object({
  status: CommentStatusFilter.default('all').meta({ description: 'Only open or only resolved comments.' }),
  targetPage: idField('Page', 'Only comments made on this page.').optional(),
  authors: z
    .array(idField('User', 'A user.'))
    .max(100)
    .optional()
    .meta({ description: 'Only comments that one of these users posted.' }),
  order: Order.default('desc').meta({
    description: 'By time of posting; the newest first unless told otherwise.',
  }),
})
export type CommentFilters = z.output<typeof ListCommentsFilters>

export const ListComments = ListCommentsFilters.extend({
  spaceId,
  changeRequestId,
  format: Format.optional(),
})
export const ListCommenters = z.object({ spaceId, changeRequestId })
export const GetComment = z.object({ ...place, commentId, format: Format.optional() })

export const PostComment = z.object({
  spaceId,
  changeRequestId,
  body: Body,
  page: idField('Page', 'The page that the comment is about.').optional(),
  node: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'The block of the page that the comment is about.' }),
  format: Format.optional(),
})

export const UpdateComment = z.object({
  ...place,
  commentId,
  body: Body.optional(),
  resolved: z.boolean().optional().meta({ description: 'True resolves the comment, false opens it again.' }),
  ...reactions,
  format: Format.optional(),
})

export const DeleteComment = z.object({ ...place, commentId })

export const ListRepliesFilters = z.object({
  order: Order.default('asc').meta({
    description: 'By time of posting; the oldest first unless told otherwise.',
  }),
})
export type ReplyFilters = z.output<typeof ListRepliesFilters>

export const ListReplies = ListRepliesFilters.extend({ ...place, commentId, format: Format.optional() })
export const GetReply = z.object({
  ...place,
  commentId: commentId.optional(),
  replyId,
  format: Format.optional(),
})
export const PostReply = z.object({ ...place, commentId, body: Body, format: Format.optional() })
export const UpdateReply = z.object({
  ...place,
  commentId: commentId.optional(),
  replyId,
  body: Body.optional(),
  ...reactions,
  format: Format.optional(),
})
export const DeleteReply = z.object({ ...place, commentId: commentId.optional(), replyId })
