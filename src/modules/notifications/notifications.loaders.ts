import { DomainError, notFound } from '../../core/errors.ts'
import { columnsOf, roomFor, type Unfilled } from '../../core/lists/columns.ts'
import { bindCursor, type CursorBinding, decodeCursor, encodeCursor } from '../../core/lists/cursor.ts'
import { defineList } from '../../core/lists/define-list.ts'
import type { Condition, LoaderDefinition, RequestLoaders } from '../../core/lists/definitions.ts'
import { amongst } from '../../core/lists/filters.ts'
import { VIEWER } from '../../core/lists/list.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import { type Notification, Prisma, type Space, type User } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import {
  JOINED_SPACE_COLUMNS,
  type JoinedSpace,
  joinAccess,
  joinedSpace,
  NOT_DELETED,
  noteReach,
  REACH_COLUMNS,
  type ReachColumns,
} from '../spaces/index.ts'
import { joinedUser, type UserColumns } from '../users/index.ts'
import { seesBesidesSpaces, seesScope } from './notifications.access.ts'
import type { NotificationFilters } from './notifications.model.ts'
import {
  type NotificationPage,
  PAGE_CHAIN,
  PAGE_COLUMNS,
  type PageChain,
  type PageColumns,
  pageOf,
} from './notifications.pages.ts'

/** A notification for its user, with what an inbox shows of it, so that a page of an inbox is one statement. */
export type NotificationRow = Omit<Notification, 'position' | 'number' | 'mailAt'> & {
  position: string
  number: string
  space: Space | null
  actor: User | null
  /** The subject of the change request, the title of the space or organization, or the slug of the OpenAPI spec. */
  title: string
  changeRequestNumber: number | null
  specSlug: string | null
  page: NotificationPage | null
  /** The beginning of the comment, reply, review or description in Markdown. */
  excerpt: string | null
}

type StoredRow = Unfilled<NotificationRow, 'space' | 'actor' | 'page'> & PageColumns
type Nullable<Columns> = { [Name in keyof Columns]: Columns[Name] | null }
/** The columns of `NOTIFICATION_COLUMNS`. */
export type StoredNotification = StoredRow & Nullable<JoinedSpace & UserColumns<'actor'> & ReachColumns>
type WithChain = StoredRow & { pageChain: PageChain | null }

/** The number of characters of a comment that a notification shows. */
const EXCERPT = 300
const { mailAt: _mailAt, subjectId: _subjectId, ...shown } = Prisma.NotificationScalarFieldEnum
const actor = joinedUser('actor')
const textOf = (table: string, key: string) =>
  `(SELECT left(written."markdown", ${EXCERPT}) FROM "${table}" written WHERE written."${key}" = n."subjectId")`
const DESCRIBED = `CASE WHEN n."subjectId" = c."id" THEN left(nullif(c."description", ''), ${EXCERPT}) END`
const POSTED = `coalesce(${textOf('Comment', 'id')}, ${textOf('CommentReply', 'id')})`

/** What an inbox or a mail shows of what a notification is about. */
export const ABOUT_COLUMNS = `n."subjectId", c."number" AS "changeRequestNumber", spec."slug" AS "specSlug",
  coalesce(nullif(c."subject", ''), s."title", spec."slug", o."title", '') AS "title", ${PAGE_COLUMNS},
  CASE n."kind" WHEN 'reviewed' THEN ${textOf('Comment', 'reviewId')} WHEN 'reply' THEN ${textOf('CommentReply', 'id')}
    WHEN 'mention' THEN coalesce(${POSTED}, ${DESCRIBED}) WHEN 'comment' THEN ${POSTED} END AS "excerpt"`

export const NOTIFICATION_COLUMNS = `${columnsOf('n', shown)}, ${JOINED_SPACE_COLUMNS}, ${actor.columns('a')},
  s."reach_role", s."reach_memberRole", s."reach_organizationId", ${ABOUT_COLUMNS}, ${roomFor('space', 'actor', 'page')}`

/** The tables of notifications `n` for a user, as SQL: the space is joined if the user can see it. */
export const notificationsFrom = (user: string) => `"Notification" n
  LEFT JOIN LATERAL (SELECT s.*, ${REACH_COLUMNS} FROM "Space" s ${joinAccess(user)}
    WHERE s."id" = n."spaceId" AND ${NOT_DELETED}) s ON TRUE
  LEFT JOIN "User" a ON a."id" = n."actorId" LEFT JOIN "ChangeRequest" c ON c."id" = n."changeRequestId"
  LEFT JOIN "Organization" o ON o."id" = n."organizationId" LEFT JOIN "Comment" thread ON thread."id" = n."threadId"
  LEFT JOIN "OpenAPISpec" spec ON spec."id" = n."subjectId" AND n."kind" = 'spec_failed'`

/** The notifications among them that the user can see now. */
export const isShown = (user: string) =>
  `(s."id" IS NOT NULL OR (n."spaceId" IS NULL AND ${seesBesidesSpaces('n', user)}))`

export function completeNotification(row: StoredRow, page: NotificationPage | null): NotificationRow {
  const notification = row as PageColumns & NotificationRow
  notification.space = row.spaceId === null ? null : joinedSpace(row as unknown as JoinedSpace)
  notification.actor = row.actorId === null ? null : actor.take(row)
  notification.page = page
  return notification
}

/** The same with the page, for the notifications of one user. */
const WITH_PAGE = `${NOTIFICATION_COLUMNS}, ${PAGE_CHAIN} AS "pageChain"`

function noted(row: object, reads: RequestLoaders): NotificationRow {
  const stored = row as WithChain
  if (stored.spaceId !== null) noteReach(reads, stored.spaceId, stored)
  return completeNotification(stored, pageOf(stored.pageId, stored.pageChain))
}

/** The viewer's own notifications that they can see now. */
export const notificationById = loaderById<NotificationRow>({
  name: 'notificationById',
  scope: 'space:read',
  text: `SELECT ${WITH_PAGE} FROM ${notificationsFrom('$2')}
    WHERE n."id" = ANY($1) AND n."userId" = $2 AND ${isShown('$2')}`,
  shape: noted,
})

export async function getNotificationRow(reads: RequestLoaders, id: string): Promise<NotificationRow> {
  const notification = await reads.load(notificationById, id)
  if (!notification) throw notFound('This notification')
  return notification
}

function conditions({ status, kinds, space }: NotificationFilters): Condition[] {
  return [
    ...amongst('n."status"', '"NotificationStatus"', status),
    ...amongst('n."kind"', '"NotificationKind"', kinds),
    ...(space === undefined ? [] : [{ sql: 'n."spaceId" = ?', value: space }]),
  ]
}

/** The notifications of a user, newest first. */
export const notificationsOfUser = defineList<{ id: string }, NotificationFilters, NotificationRow>({
  name: 'notifications',
  columns: WITH_PAGE,
  from: notificationsFrom(VIEWER),
  match: `n."userId" = p.key AND ${isShown(VIEWER)}`,
  key: (user) => user.id,
  conditions,
  sort: [{ sql: 'n."position"', type: 'bigint', value: ({ position }) => position }],
  order: () => 'desc',
  shape: (row, _user, reads) => noted(row, reads),
})

/** The state of an inbox. */
export interface InboxRow {
  userId: string
  unread: number
  /** The end of its log. */
  lastNumber: string
  removedTo: string
}

/** The unread notifications of a user, as SQL, that the user can see now. It adds counts by space and counts no rows. */
const unreadOf = (user: string) => `(SELECT coalesce(sum(k."unread"), 0)::int FROM "NotificationCount" k
  WHERE k."userId" = ${user} AND k."unread" > 0 AND ${seesScope('k', user)})`

export const INBOXES = statement<InboxRow>({
  name: 'notificationInboxes',
  text: `SELECT reader."id" AS "userId", ${unreadOf('reader."id"')} AS "unread",
      coalesce(x."lastNumber", 0)::text AS "lastNumber", coalesce(x."removedTo", 0)::text AS "removedTo"
    FROM unnest($1::text[]) AS reader("id") LEFT JOIN "NotificationInbox" x ON x."userId" = reader."id"`,
})

/** The inbox of the viewer. */
export const inboxOfUser: LoaderDefinition<string, InboxRow> = {
  name: INBOXES.name,
  scope: 'space:read',
  batch: async ({ db }, userIds) => {
    const rows = await db.query(INBOXES, [userIds])
    const found = new Map(rows.map((row) => [row.userId, row]))
    return userIds.map((id) => found.get(id) ?? null)
  },
}

export async function getInboxRow(reads: RequestLoaders): Promise<InboxRow> {
  const inbox = await reads.load(inboxOfUser, reads.viewer.userId)
  if (!inbox) throw notFound('This inbox')
  return inbox
}

const inboxBinding = (userId: string): CursorBinding => bindCursor('inbox', userId, '')

/** A place in the log of an inbox, valid as `after` on any node. */
export const inboxCursor = (userId: string, number: bigint | string): string =>
  encodeCursor(inboxBinding(userId), [String(number)])

export function numberIn(userId: string, cursor: string, field = 'after'): bigint {
  const [number = ''] = decodeCursor(inboxBinding(userId), cursor, 1)
  if (/^\d{1,18}$/.test(number)) return BigInt(number)
  throw new DomainError('invalid_cursor', `${field}: must be a cursor of your inbox`)
}
