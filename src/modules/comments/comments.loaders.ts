import { columnsOf, roomFor } from '../../core/lists/columns.ts'
import { bindCursor } from '../../core/lists/cursor.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { ComputedList, Condition, LoaderDefinition } from '../../core/lists/definitions.ts'
import { amongst } from '../../core/lists/filters.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import { type LongValue, longColumn, longListColumn, longValue } from '../../core/lists/long-values.ts'
import {
  type Comment,
  type CommentReply,
  Prisma,
  type Space,
  type User,
} from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import type { ChangeRequestRow } from '../change-requests/index.ts'
import { joinAccess, NOT_DELETED, noteReach, REACH_COLUMNS } from '../spaces/index.ts'
import { joinedUser, type UserColumns } from '../users/index.ts'
import type { CommentFilters, ReplyFilters } from './comments.model.ts'

/** The text of a comment or a reply, in Markdown. */
export type Body = LongValue<string> & Pick<Comment, 'spaceId'>

interface Posted {
  postedBy: User
  body: Body
  /** Null for a long text, which is read when it is needed; see `bodyText`. */
  markdown: string | null
  markdownBytes: number
}

export type CommentRow = Omit<Comment, 'markdown'> & Posted & { resolvedBy: User | null }
/** A reply also knows the change request of its comment, which is part of its URL and its events. */
export type ReplyRow = Omit<CommentReply, 'markdown'> & Posted & { changeRequestId: string | null }

const postedBy = joinedUser('postedBy')
const resolvedBy = joinedUser('resolvedBy')
const reactor = joinedUser('user')

const { markdown: _commentText, ...commentFields } = Prisma.CommentScalarFieldEnum
const { markdown: _replyText, ...replyFields } = Prisma.CommentReplyScalarFieldEnum
const joinsOf = (alias: string, textColumn: typeof longListColumn) =>
  `${textColumn(`${alias}."markdown"`, 'markdown')}, ${postedBy.columns('a')}, ${roomFor('postedBy', 'body')}`

const commentColumns = (textColumn: typeof longListColumn, ...known: (keyof Comment)[]) =>
  `${columnsOf('c', commentFields, ['postedById', ...known])}, ${joinsOf('c', textColumn)}, ${resolvedBy.columns('b')}, ${roomFor('resolvedBy')}`
const COMMENT_FROM = `"Comment" c JOIN "User" a ON a."id" = c."postedById" LEFT JOIN "User" b ON b."id" = c."resolvedById"`
const replyColumns = (textColumn: typeof longListColumn, ...known: (keyof CommentReply)[]) =>
  `${columnsOf('r', replyFields, ['postedById', ...known])}, ${joinsOf('r', textColumn)}`
const REPLY_FROM = `"CommentReply" r JOIN "User" a ON a."id" = r."postedById"`

function complete<Row extends CommentRow | ReplyRow>(row: Row): Row {
  row.postedBy = postedBy.take(row)
  row.postedById = row.postedBy.id
  row.body = { id: row.id, spaceId: row.spaceId, value: row.markdown, bytes: row.markdownBytes }
  return row
}

function completeComment(row: CommentRow): CommentRow {
  row.resolvedBy = row.resolvedById === null ? null : resolvedBy.take(row)
  return complete(row)
}

/** The text of a comment or a reply that the caller was given. */
export const bodyText = longValue<string>({
  name: 'bodyText',
  scope: 'space:read',
  text: `SELECT "id", "markdown" AS "value" FROM "Comment" WHERE "id" = ANY($1)
    UNION ALL SELECT "id", "markdown" AS "value" FROM "CommentReply" WHERE "id" = ANY($1)`,
})

/** The id of the review that a comment was submitted with, as its text or besides it. */
export const reviewOf = ({ reviewId, partOfReviewId }: CommentRow): string | null =>
  reviewId ?? partOfReviewId

/** The page that a comment is about, as stored with the comment; null when it is about none. */
export const pageMemoryOf = (comment: CommentRow) => {
  const { id: commentId, spaceId, changeRequestId, revisionId, pageId } = comment
  return pageId === null ? null : { commentId, spaceId, changeRequestId, revisionId, pageId }
}

/** Comments in spaces that the viewer can see. */
export const commentById = loaderById<CommentRow>({
  name: 'commentById',
  scope: 'space:read',
  text: `SELECT ${commentColumns(longColumn)}, ${REACH_COLUMNS} FROM ${COMMENT_FROM}
    JOIN "Space" s ON s."id" = c."spaceId" ${joinAccess('$2')} WHERE c."id" = ANY($1) AND ${NOT_DELETED}`,
  shape: (row, reads) => {
    noteReach(reads, row.spaceId, row)
    return completeComment(row)
  },
})

export const replyById = loaderById<ReplyRow>({
  name: 'replyById',
  scope: 'space:read',
  text: `SELECT ${replyColumns(longColumn)}, c."changeRequestId", ${REACH_COLUMNS} FROM ${REPLY_FROM}
    JOIN "Comment" c ON c."id" = r."commentId" JOIN "Space" s ON s."id" = r."spaceId" ${joinAccess('$2')} WHERE r."id" = ANY($1) AND ${NOT_DELETED}`,
  shape: (row, reads) => {
    noteReach(reads, row.spaceId, row)
    return complete(row)
  },
})

function conditions(filters: CommentFilters): Condition[] {
  const chosen = amongst('c."status"', '"CommentStatus"', filters.status)
  if (filters.targetPage) chosen.push({ sql: 'c."pageId" = ?', value: filters.targetPage })
  if (filters.authors?.length) chosen.push({ sql: 'c."postedById" = ANY(?::text[])', value: filters.authors })
  return chosen
}

/** The target of comments: a space for its main content, or a change request. */
export type CommentTarget = Space | ChangeRequestRow

export const commentsOfTarget = defineList<CommentTarget, CommentFilters, CommentRow>({
  name: 'comments',
  columns: commentColumns(longListColumn, 'spaceId', 'changeRequestId', 'targetId'),
  from: COMMENT_FROM,
  match: 'c."targetId" = p.key',
  key: (target) => target.id,
  conditions,
  sort: [{ sql: 'c."id"', type: 'text', value: (comment) => comment.id }],
  order: (filters) => filters.order,
  shape: (row, target) => {
    const isChangeRequest = 'spaceId' in target
    row.spaceId = isChangeRequest ? target.spaceId : target.id
    row.changeRequestId = isChangeRequest ? target.id : null
    row.targetId = target.id
    return completeComment(row)
  },
})

export const repliesOfComment = defineList<CommentRow, ReplyFilters, ReplyRow>({
  name: 'commentReplies',
  columns: `${replyColumns(longListColumn, 'spaceId', 'commentId')}, ${roomFor('changeRequestId')}`,
  from: REPLY_FROM,
  match: 'r."commentId" = p.key',
  key: (comment) => comment.id,
  sort: [{ sql: 'r."id"', type: 'text', value: (reply) => reply.id }],
  order: (filters) => filters.order,
  shape: (row, comment) => {
    row.spaceId = comment.spaceId
    row.commentId = comment.id
    row.changeRequestId = comment.changeRequestId
    return complete(row)
  },
})

/** A reaction: an emoji, the number of users, and who used it when. */
export interface ReactionGroup {
  /** The comment or reply. */
  subjectId: string
  emoji: string
  count: number
  users: ReactionUser[]
}

export interface ReactionUser {
  user: User
  reactedAt: Date
}

/** Who reacted with one emoji, in the order in which they did. */
export const usersOfReaction: ComputedList<ReactionGroup, ReactionUser> = {
  name: 'reactionUsers',
  all: { name: 'reactionUsers', batch: async (_reads, groups) => groups.map(({ users }) => users) },
  // A user reacts once with an emoji, so the user identifies the end of a page.
  sort: [
    { type: 'text', value: ({ reactedAt }) => reactedAt.toISOString() },
    { type: 'text', value: ({ user }) => user.id },
  ],
  isAt: ({ user }, [, userId]) => user.id === userId,
  cursor: ({ subjectId, emoji }) => bindCursor('reactionUsers', subjectId, emoji),
}

interface ReactionRow {
  subjectId: string
  emoji: string
  reactedAt: Date
}

const REACTIONS = statement<ReactionRow & UserColumns<'user'>>({
  name: 'reactionsOf',
  text: `SELECT coalesce(x."commentId", x."replyId") AS "subjectId", x."emoji", x."reactedAt", ${reactor.columns('u')}
    FROM "Reaction" x JOIN "User" u ON u."id" = x."userId"
    WHERE x."commentId" = ANY($1) OR x."replyId" = ANY($1) ORDER BY x."id"`,
})

/** The reactions to comments and replies by id; access was checked when the id was read. */
export const reactionsOf: LoaderDefinition<string, ReactionGroup[]> = {
  name: REACTIONS.name,
  scope: 'space:read',
  batch: async (reads, subjectIds) => {
    const rows = await reads.db.query(REACTIONS, [subjectIds])
    const bySubject = new Map<string, Map<string, ReactionGroup>>()
    for (const row of rows) {
      const groups = bySubject.get(row.subjectId) ?? new Map<string, ReactionGroup>()
      const group = groups.get(row.emoji) ?? {
        subjectId: row.subjectId,
        emoji: row.emoji,
        count: 0,
        users: [],
      }
      group.count++
      group.users.push({ user: reactor.take(row), reactedAt: row.reactedAt })
      bySubject.set(row.subjectId, groups.set(row.emoji, group))
    }
    return subjectIds.map((id) => [...(bySubject.get(id)?.values() ?? [])])
  },
}

/** A user who replied to a comment. */
export interface ReplierRow {
  user: User
  count: number
  updatedAt: Date
}

const replier = joinedUser('user')
const REPLIERS = statement<Omit<ReplierRow, 'user'> & UserColumns<'user'> & { commentId: string }>({
  name: 'repliersOf',
  text: `SELECT k."commentId", k."count", k."updatedAt", ${replier.columns('u')}
    FROM (SELECT r."commentId", r."postedById", count(*)::int AS "count", max(r."postedAt") AS "updatedAt"
      FROM "CommentReply" r WHERE r."commentId" = ANY($1) GROUP BY r."commentId", r."postedById") k
    JOIN "User" u ON u."id" = k."postedById" ORDER BY k."updatedAt" DESC, k."postedById"`,
})

/** The users who replied to comments by id, latest first; access was checked when the id was read. */
export const repliersOf: LoaderDefinition<string, ReplierRow[]> = {
  name: REPLIERS.name,
  scope: 'space:read',
  batch: async (reads, commentIds) => {
    const rows = await reads.db.query(REPLIERS, [commentIds])
    const byComment = new Map<string, ReplierRow[]>(commentIds.map((id) => [id, []]))
    for (const row of rows) {
      byComment
        .get(row.commentId)
        ?.push({ user: replier.take(row), count: row.count, updatedAt: row.updatedAt })
    }
    return commentIds.map((id) => byComment.get(id) ?? [])
  },
}
