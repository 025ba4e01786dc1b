import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import type { NotificationMute } from '../../generated/prisma/client.ts'
import { deletion, listRoute, route, type View } from '../../rest/route.ts'
import { RestUser, toRestUser } from '../users/index.ts'
import { listMutes, muteNotifications, unmuteNotifications } from './mutes.service.ts'
import { type InboxRow, inboxCursor, type NotificationRow } from './notifications.loaders.ts'
import { NotificationKind, NotificationStatus } from './notifications.model.ts'
import { type NotificationPage, titleOf } from './notifications.pages.ts'
import {
  getInbox,
  getNotification,
  listNotifications,
  markNotifications,
  updateNotification,
} from './notifications.service.ts'
import { appUrlOf, notificationUrl } from './notifications.urls.ts'

const RestNotification = z
  .object({
    object: z.literal('notification'),
    id: z.string(),
    kind: NotificationKind,
    status: NotificationStatus,
    title: z.string(),
    excerpt: z.string().optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    thread: z.string(),
    subject: z.string(),
    actor: RestUser.optional(),
    space: z.string().optional(),
    spaceTitle: z.string().optional(),
    organization: z.string().optional(),
    changeRequest: z.string().optional(),
    changeRequestNumber: z.int().optional(),
    page: z.object({ id: z.string(), title: z.string(), path: z.string() }).optional(),
    urls: z.object({ location: z.string(), app: z.string() }),
  })
  .meta({ id: 'Notification' })

const toRestPage = ({ pageId: id, title, path }: NotificationPage) => ({ id, title, path })

const toRestNotification = (row: NotificationRow, view: View): z.input<typeof RestNotification> => ({
  object: 'notification',
  id: row.id,
  kind: row.kind,
  status: row.status,
  title: titleOf(row),
  excerpt: row.excerpt ?? undefined,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  thread: row.threadId,
  subject: row.subjectId,
  actor: row.actor ? toRestUser(row.actor, view) : undefined,
  space: row.spaceId ?? undefined,
  spaceTitle: row.space?.title,
  organization: row.space?.organizationId ?? row.organizationId ?? undefined,
  changeRequest: row.changeRequestId ?? undefined,
  changeRequestNumber: row.changeRequestNumber ?? undefined,
  page: row.page ? toRestPage(row.page) : undefined,
  urls: { location: notificationUrl(view.urls, row.id), app: appUrlOf(view.urls, row) },
})

const RestInbox = z
  .object({ object: z.literal('inbox'), unreadCount: z.int(), cursor: z.string() })
  .meta({ id: 'Inbox' })

const toRestInbox = ({ unread, userId, lastNumber }: InboxRow): z.input<typeof RestInbox> => ({
  object: 'inbox',
  unreadCount: unread,
  cursor: inboxCursor(userId, lastNumber),
})

const RestMarked = z
  .object({
    object: z.literal('marked-notifications'),
    changedCount: z.int(),
    inbox: RestInbox,
    notifications: z.array(RestNotification),
  })
  .meta({ id: 'MarkedNotifications' })

const RestMute = z
  .object({
    object: z.literal('notification-mute'),
    target: z.string(),
    space: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: 'NotificationMute' })

const toRestMute = ({ targetId, spaceId, createdAt }: NotificationMute): z.input<typeof RestMute> => ({
  object: 'notification-mute',
  target: targetId,
  space: spaceId,
  createdAt: createdAt.toISOString(),
})

const notifications = '/user/notifications'
const notification = `${notifications}/:notificationId`
const one = { response: RestNotification, present: toRestNotification }

export const routes = [
  listRoute(notifications, listNotifications, {
    summary: 'List your notifications, newest first; by default those in the inbox',
    item: RestNotification,
    present: (rows, view) => rows.map((row) => toRestNotification(row, view)),
  }),
  route('PATCH', notifications, markNotifications, {
    summary: 'Change the status of several notifications, or of all in the inbox',
    response: RestMarked,
    present: ({ changed, inbox, notifications: rows }, view) => ({
      object: 'marked-notifications' as const,
      changedCount: changed,
      inbox: toRestInbox(inbox),
      notifications: rows.map((row) => toRestNotification(row, view)),
    }),
  }),
  route('GET', notification, getNotification, { ...one, summary: 'Get one of your notifications' }),
  route('PATCH', notification, updateNotification, {
    ...one,
    summary: 'Change the status of a notification',
  }),
  route('GET', '/user/inbox', getInbox, {
    summary: 'Get the number of your unread notifications',
    response: RestInbox,
    present: toRestInbox,
  }),
  listRoute('/user/notification-mutes', listMutes, {
    summary: 'List the threads and spaces that you get no notifications of',
    item: RestMute,
    present: (rows) => rows.map(toRestMute),
  }),
  route('PUT', '/user/notification-mutes/:targetId', muteNotifications, {
    summary: 'End notifications of a thread or a space',
    response: RestMute,
    present: toRestMute,
  }),
  deletion('/user/notification-mutes/:targetId', unmuteNotifications, {
    summary: 'Resume notifications of a thread or a space',
  }),
]
