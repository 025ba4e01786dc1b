import { z } from 'zod'
import { Emoji } from '../../core/emoji.ts'
import { Format, idField, Markdown, Order } from '../../core/fields.ts'
import { ALL, anyOf } from '../../core/lists/filters.ts'
import { contentPlace, NAME_PLACE, namesPlace } from '../change-requests/index.ts'
import { DocumentField } from '../documents/index.ts'

const commentId = idField('Comment', 'The ID of the comment.')
const replyId = idField('CommentReply', 'The ID of the reply.')

/** REST paths contain the space as well, which must match. GraphQL needs only the id of the comment. */
const place = contentPlace

export const Body = z
  .object({
    markdown: Markdown.optional().meta({ description: 'The text in Markdown.' }),
    document: DocumentField.optional(),
  })
  .superRefine(({ markdown, document }, ctx) => {
    if ((markdown === undefined) === (document === undefined)) {
      ctx.addIssue({ code: 'custom', path: ['markdown'], message: 'must have either markdown or a document' })
    }
  })
  .meta({ title: 'Body', description: 'A text, in Markdown or as a document.', exactlyOne: true })

/** The number of different emoji on one comment or reply, by one user and by all users together. */
export const MAX_REACTIONS_PER_USER = 20
export const MAX_EMOJI = 100

const reactions = {
  addedReactions: z
    .array(Emoji)
    .max(50)
    .optional()
    .meta({
      description: `Emoji to react with. Existing reactions are kept. At most ${MAX_REACTIONS_PER_USER} different emoji per user on one comment or reply.`,
    }),
  // Any text: reactions that were stored before only emoji were accepted can still be removed.
  removedReactions: z.array(z.string().trim().min(1).max(50)).max(50).optional().meta({
    description: 'Emoji to remove your reactions with. An emoji that is also in `addedReactions` is removed.',
  }),
}

export const CommentStatusFilter = z.enum([ALL, 'open', 'resolved'])

export const ListCommentsFilters = z.object({
  status: anyOf(CommentStatusFilter)
    .default([ALL])
    .meta({ description: 'Only comments with one of these statuses.' }),
  targetPage: idField('Page', 'Only comments on this page.').optional(),
  authors: z
    .array(idField('User', 'A user.'))
    .max(100)
    .optional()
    .meta({ description: 'Only comments posted by one of these users.' }),
  order: Order.default('desc').meta({
    description: 'The order by time of posting.',
  }),
})
export type CommentFilters = z.output<typeof ListCommentsFilters>

export const ListComments = ListCommentsFilters.extend({
  ...place,
  format: Format.optional(),
  current: z.boolean().default(false).meta({
    description:
      'Whether `target.node` has the text of the block, then and now. A single comment always has it.',
  }),
}).refine(namesPlace, NAME_PLACE)
export const ListCommenters = z.object(place).refine(namesPlace, NAME_PLACE)
export const GetComment = z.object({ ...place, commentId, format: Format.optional() })

/** A text, and what it refers to. */
const comment = {
  body: Body,
  page: idField('Page', 'The ID of the page that the comment refers to.').optional(),
  node: z
    .string()
    .max(200)
    .optional()
    .meta({ description: 'The key of the block of the page that the comment refers to.' }),
}

/** The number of comments that one request can post. */
const MAX_COMMENTS = 50

export const NewComments = z
  .array(z.object(comment).meta({ title: 'NewComment', description: 'A comment to post with others.' }))
  .max(MAX_COMMENTS)
  .meta({ description: `Comments to post together, at most ${MAX_COMMENTS}: all of them or none.` })

export const PostComment = z
  .object({ ...place, ...comment, format: Format.optional() })
  .refine(namesPlace, NAME_PLACE)

export const UpdateComment = z.object({
  ...place,
  commentId,
  body: Body.optional(),
  resolved: z.boolean().optional().meta({ description: '`true` resolves the comment, `false` reopens it.' }),
  ...reactions,
  format: Format.optional(),
})

export const DeleteComment = z.object({ ...place, commentId })

export const ListRepliesFilters = z.object({
  order: Order.default('asc').meta({
    description: 'The order by time of posting.',
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
