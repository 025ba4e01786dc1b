import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import { deletion, listRoute, route, single, type View } from '../../rest/route.ts'
import type { RememberedPage } from '../content/index.ts'
import { type FollowedBlock, printedBodies } from '../documents/index.ts'
import { RestMember, toRestMember } from '../members/index.ts'
import { pathOf } from '../revisions/index.ts'
import { RestUser, toRestUser } from '../users/index.ts'
import { RestCommentBlock, toRestBlock } from './blocks/blocks.rest.ts'
import { blocksOfComments } from './blocks/followed-blocks.ts'
import { listCommenters } from './commenters.service.ts'
import { type Body, bodyText, type CommentRow, type ReplyRow, reviewOf } from './comments.loaders.ts'
import { commentPermissions, replyPermissions } from './comments.policy.ts'
import { deleteComment, getComment, listComments, postComment, updateComment } from './comments.service.ts'
import { commentUrl, replyUrl } from './comments.urls.ts'
import { commentedPages, type PresentationData, presentationData } from './presentation-data.ts'
import { deleteReply, getReply, listReplies, postReply, updateReply } from './replies.service.ts'

const RestReaction = z
  .object({
    emoji: z.string(),
    count: z.int(),
    users: z.array(z.object({ user: RestUser, reactedAt: Timestamp })),
  })
  .meta({ id: 'Reaction' })

const posted = {
  id: z.string(),
  postedBy: RestUser,
  postedAt: Timestamp,
  editedAt: Timestamp.optional(),
  reactions: z.array(RestReaction),
  body: z.object({ markdown: z.string().optional(), document: z.unknown().optional() }),
  urls: z.object({ location: z.string() }),
}

const RestCommentPage = z
  .object({
    id: z.string(),
    title: z.string(),
    emoji: z.string().optional(),
    icon: z.string().optional(),
    createdAt: Timestamp.optional(),
    updatedAt: Timestamp.optional(),
    path: z.string(),
    outdated: z.boolean(),
  })
  .meta({ id: 'CommentPage' })

export const RestComment = z
  .object({
    object: z.literal('comment'),
    ...posted,
    permissions: commentPermissions.schema,
    replies: z.int(),
    repliers: z.array(z.object({ user: RestUser, count: z.int(), updatedAt: Timestamp })).meta({
      description: 'The users who replied, latest first, and how often.',
    }),
    target: z.object({
      space: z.string(),
      revision: z.string(),
      changeRequest: z.string().optional(),
      review: z.string().optional(),
      node: RestCommentBlock.optional(),
      page: RestCommentPage.optional(),
    }),
    status: z.enum(['open', 'resolved']),
    resolvedAt: Timestamp.optional(),
    resolvedBy: RestUser.optional(),
  })
  .meta({ id: 'Comment' })

const RestReply = z
  .object({ object: z.literal('comment-reply'), ...posted, permissions: replyPermissions.schema })
  .meta({ id: 'CommentReply' })

function toReactions(row: CommentRow | ReplyRow, { reactions }: PresentationData, view: View) {
  if (row.reactionCount === 0) return []
  return (reactions.get(row.id) ?? []).map(({ emoji, count, users }) => ({
    emoji,
    count,
    users: users.map(({ user, reactedAt }) => ({
      user: toRestUser(user, view),
      reactedAt: reactedAt.toISOString(),
    })),
  }))
}

const toRepliers = (row: CommentRow, { repliers }: PresentationData, view: View) =>
  (repliers.get(row.id) ?? []).map(({ user, count, updatedAt }) => ({
    user: toRestUser(user, view),
    count,
    updatedAt: updatedAt.toISOString(),
  }))

async function bodiesOf(bodies: Body[], { caller, format }: View) {
  const hasLong = bodies.some(({ value }) => value === null)
  const texts = hasLong
    ? await Promise.all(bodies.map((body) => caller.load(bodyText, body)))
    : bodies.map(({ value }) => value)
  return printedBodies(
    caller,
    format,
    texts.map((text) => text ?? ''),
  )
}

const bodiesOfRows = (rows: (CommentRow | ReplyRow)[], view: View) =>
  bodiesOf(
    rows.map(({ body }) => body),
    view,
  )

function toRestPage(
  id: string,
  remembered: RememberedPage | null | undefined,
): z.input<typeof RestCommentPage> {
  const { placed = null, outdated = true } = remembered ?? {}
  return {
    id,
    // Also a deleted page has its last title. Only one that never existed has none.
    title: placed?.page.title ?? id,
    emoji: placed?.page.emoji,
    icon: placed?.page.icon,
    createdAt: placed?.page.createdAt,
    updatedAt: placed?.page.updatedAt,
    path: placed ? pathOf(placed) : '',
    outdated,
  }
}

const NOT_FOLLOWED: ReadonlyMap<string, FollowedBlock> = new Map()

/** `isFollowed`: with the blocks as they are now, whose texts have to be read. */
async function toRest(
  rows: CommentRow[],
  view: View,
  isFollowed: boolean,
): Promise<z.input<typeof RestComment>[]> {
  const [related, pages, bodies, blocks] = await Promise.all([
    view.caller.load(presentationData, rows),
    view.caller.load(commentedPages, rows),
    bodiesOfRows(rows, view),
    isFollowed ? view.caller.load(blocksOfComments, rows) : NOT_FOLLOWED,
  ])
  const { reach } = related
  // Null only when there is no row.
  if (!reach) return []
  // One object literal: spreading an object and adding to it costs as much as the rest of the response.
  return rows.map((row, index) => {
    const { resolvedBy } = row
    return {
      object: 'comment',
      id: row.id,
      postedBy: toRestUser(row.postedBy, view),
      postedAt: row.postedAt.toISOString(),
      editedAt: row.editedAt?.toISOString(),
      reactions: toReactions(row, related, view),
      body: bodies[index] ?? {},
      permissions: commentPermissions.of({ postedById: row.postedById, reach }),
      replies: row.replyCount,
      repliers: toRepliers(row, related, view),
      target: {
        space: row.spaceId,
        revision: row.revisionId,
        changeRequest: row.changeRequestId ?? undefined,
        review: reviewOf(row) ?? undefined,
        node: toRestBlock(row, blocks.get(row.id), view),
        page: row.pageId === null ? undefined : toRestPage(row.pageId, pages.get(row.id)),
      },
      urls: { location: commentUrl(view.urls, row) },
      status: row.status,
      resolvedAt: row.resolvedAt?.toISOString(),
      resolvedBy: resolvedBy === null ? undefined : toRestUser(resolvedBy, view),
    }
  })
}

export const toRestComments = (rows: CommentRow[], view: View) => toRest(rows, view, false)

async function toRestReplies(rows: ReplyRow[], view: View): Promise<z.input<typeof RestReply>[]> {
  const [related, bodies] = await Promise.all([
    view.caller.load(presentationData, rows),
    bodiesOfRows(rows, view),
  ])
  const { reach } = related
  if (!reach) return []
  return rows.map((row, index) => ({
    object: 'comment-reply',
    id: row.id,
    postedBy: toRestUser(row.postedBy, view),
    postedAt: row.postedAt.toISOString(),
    editedAt: row.editedAt?.toISOString(),
    reactions: toReactions(row, related, view),
    body: bodies[index] ?? {},
    permissions: replyPermissions.of({ postedById: row.postedById, reach }),
    urls: { location: replyUrl(view.urls, row) },
  }))
}

/** The routes of comments on main content and on change requests differ only in their path. */
function routesBelow(prefix: string, fixed: Record<string, unknown>) {
  const comment = { response: RestComment, present: single(toRestComments), fixed }
  const reply = { response: RestReply, present: single(toRestReplies), fixed }
  return [
    listRoute(`${prefix}/comments`, listComments, {
      summary: 'List comments, newest first',
      item: RestComment,
      present: (rows, view, _target, { current }) => toRest(rows, view, current),
      fixed,
    }),
    route('POST', `${prefix}/comments`, postComment, { summary: 'Post a comment', ...comment }),
    route('GET', `${prefix}/comments/:commentId`, getComment, {
      summary: 'Get a comment',
      ...comment,
      present: single((rows: CommentRow[], view: View) => toRest(rows, view, true)),
    }),
    route('PUT', `${prefix}/comments/:commentId`, updateComment, {
      summary: 'Update a comment: edit, resolve, reopen or react',
      ...comment,
    }),
    listRoute(`${prefix}/commenters`, listCommenters, {
      summary: 'List the members who posted comments',
      item: RestMember,
      present: (members, view) => Promise.all(members.map((member) => toRestMember(member, view))),
      fixed,
    }),
    deletion(`${prefix}/comments/:commentId`, deleteComment, { summary: 'Delete a comment', fixed }),
    listRoute(`${prefix}/comments/:commentId/replies`, listReplies, {
      summary: 'List the replies to a comment, oldest first',
      item: RestReply,
      present: toRestReplies,
      fixed,
    }),
    route('POST', `${prefix}/comments/:commentId/replies`, postReply, {
      summary: 'Reply to a comment',
      ...reply,
    }),
    route('GET', `${prefix}/comments/:commentId/replies/:replyId`, getReply, {
      summary: 'Get a reply',
      ...reply,
    }),
    route('PUT', `${prefix}/comments/:commentId/replies/:replyId`, updateReply, {
      summary: 'Update a reply: edit or react',
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
