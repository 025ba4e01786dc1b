import { z } from 'zod'
import { deletion, listRoute, route, type View } from '../../rest/route.ts'
import { documentFromMarkdown } from '../content/document/index.ts'
import { reachOf } from '../spaces/index.ts'
import { RestUser, toRestUser } from '../users/index.ts'
import { type CommentRow, type ReplyRow, reactionsOf } from './comments.loaders.ts'
import { postedPermissions } from './comments.policy.ts'
import { deleteComment, getComment, listComments, postComment, updateComment } from './comments.service.ts'
import { deleteReply, getReply, listReplies, postReply, updateReply } from './replies.service.ts'

const RestReaction = z.object({
  emoji: z.string(),
  count: z.int(),
  users: z.array(z.object({ user: RestUser, reactedAt: z.string() })),
})

const posted = {
  id: z.string(),
  postedBy: RestUser,
  postedAt: z.string(),
  editedAt: z.string().optional(),
  reactions: z.array(RestReaction),
  body: z.object({ markdown: z.string().optional(), document: z.unknown().optional() }),
  urls: z.object({ location: z.string() }),
  permissions: z.object({ view: z.boolean(), edit: z.boolean(), reply: z.boolean(), delete: z.boolean() }),
}

const RestComment = z.object({
  object: z.literal('comment'),
  ...posted,
  replies: z.int(),
  target: z.object({
    space: z.string(),
    revision: z.string(),
    changeRequest: z.string().optional(),
    node: z.object({ id: z.string() }).optional(),
    page: z.object({ id: z.string(), title: z.string(), path: z.string(), outdated: z.boolean() }).optional(),
  }),
  status: z.enum(['open', 'resolved']),
  resolvedAt: z.string().optional(),
  resolvedBy: RestUser.optional(),
})

const RestReply = z.object({ object: z.literal('comment-reply'), ...posted })

/** What comments and replies have in common. */
async function toPosted(row: CommentRow | ReplyRow, { caller, urls, format }: View) {
  const reads = caller.reads()
  const [reactions, reach] = await Promise.all([reads.load(reactionsOf, row.id), reachOf(reads, row.spaceId)])
  return {
    id: row.id,
    postedBy: toRestUser(row.postedBy, urls),
    postedAt: row.postedAt.toISOString(),
    editedAt: row.editedAt?.toISOString(),
    reactions: (reactions ?? []).map(({ emoji, count, users }) => ({
      emoji,
      count,
      users: users.map(({ user, reactedAt }) => ({
        user: toRestUser(user, urls),
        reactedAt: reactedAt.toISOString(),
      })),
    })),
    body:
      format === 'document' ? { document: documentFromMarkdown(row.markdown) } : { markdown: row.markdown },
    permissions: postedPermissions(reach, row),
  }
}

async function toRestComment(row: CommentRow, view: View): Promise<z.input<typeof RestComment>> {
  return {
    object: 'comment',
    ...(await toPosted(row, view)),
    replies: row.replyCount,
    target: {
      space: row.spaceId,
      revision: row.revisionId,
      changeRequest: row.changeRequestId ?? undefined,
      node: row.nodeId === null ? undefined : { id: row.nodeId },
      page: row.pageId === null ? undefined : { id: row.pageId, title: '', path: '', outdated: false },
    },
    urls: { location: view.urls.comment(row) },
    status: row.status,
    resolvedAt: row.resolvedAt?.toISOString(),
    resolvedBy: row.resolvedBy ? toRestUser(row.resolvedBy, view.urls) : undefined,
  }
}

async function toRestReply(row: ReplyRow, view: View): Promise<z.input<typeof RestReply>> {
  return {
    object: 'comment-reply',
    ...(await toPosted(row, view)),
    urls: { location: view.urls.reply(row) },
  }
}

/** Comments of main content and of change requests are served alike; only the path differs. */
function routesBelow(prefix: string, fixed: Record<string, unknown>) {
  const comment = { response: RestComment, present: toRestComment, fixed }
  const reply = { response: RestReply, present: toRestReply, fixed }
  return [
    listRoute(`${prefix}/comments`, listComments, {
      summary: 'Comments, newest first',
      item: RestComment,
      present: (rows, view) => Promise.all(rows.map((row) => toRestComment(row, view))),
      fixed,
    }),
    route('POST', `${prefix}/comments`, postComment, { summary: 'Post a comment', ...comment }),
    route('GET', `${prefix}/comments/:commentId`, getComment, { summary: 'A comment', ...comment }),
    route('PUT', `${prefix}/comments/:commentId`, updateComment, {
      summary: 'Edit, resolve, reopen or react to a comment',
      ...comment,
    }),
    deletion(`${prefix}/comments/:commentId`, deleteComment, { summary: 'Delete a comment', fixed }),
    listRoute(`${prefix}/comments/:commentId/replies`, listReplies, {
      summary: 'The replies to a comment, oldest first',
      item: RestReply,
      present: (rows, view) => Promise.all(rows.map((row) => toRestReply(row, view))),
      fixed,
    }),
    route('POST', `${prefix}/comments/:commentId/replies`, postReply, {
      summary: 'Reply to a comment',
      ...reply,
    }),
    route('GET', `${prefix}/comments/:commentId/replies/:replyId`, getReply, {
      summary: 'A reply',
      ...reply,
    }),
    route('PUT', `${prefix}/comments/:commentId/replies/:replyId`, updateReply, {
      summary: 'Edit or react to a reply',
      ...reply,
    }),
    deletion(`${prefix}/comments/:commentId/replies/:replyId`, deleteReply, {
      summary: 'Delete a reply',
      fixed,
    }),
  ]
}

export const routes = [
  ...routesBelow('/spaces/:spaceId', { changeRequestId: undefined }),
  ...routesBelow('/spaces/:spaceId/change-requests/:changeRequestId', {}),
]
