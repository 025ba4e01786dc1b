import { requireScope } from '../../core/access/viewer.ts'
import { invalidField } from '../../core/errors.ts'
import type { Context } from '../../core/operations/context.ts'
import { listOperation, operation, readOperation } from '../../core/operations/operation.ts'
import { changeStatuses } from './change-statuses.ts'
import {
  getInboxRow,
  getNotificationRow,
  type InboxRow,
  type NotificationRow,
  notificationById,
  notificationsOfUser,
  numberIn,
} from './notifications.loaders.ts'
import {
  GetInbox,
  GetNotification,
  ListNotifications,
  MarkNotifications,
  UpdateNotification,
} from './notifications.model.ts'

export const listNotifications = listOperation({
  id: 'notifications.list',
  input: ListNotifications,
  filters: ListNotifications,
  scope: 'space:read',
  parent: async (ctx) => ({ id: ctx.viewer.userId }),
  list: () => notificationsOfUser,
})

export const getNotification = readOperation({
  id: 'notifications.get',
  input: GetNotification,
  scope: 'space:read',
  read: (ctx, { notificationId }) => getNotificationRow(ctx.reads, notificationId),
})

/** The number of unread notifications, and where the log of the inbox ends. */
export const getInbox = readOperation({
  id: 'notifications.getInbox',
  input: GetInbox,
  scope: 'space:read',
  read: (ctx) => getInboxRow(ctx.reads),
})

/** For writes that return notifications, which contain titles and texts of spaces. */
const requireReading = ({ viewer }: Pick<Context, 'viewer'>): void => requireScope(viewer, 'space:read')

/** Changes the status of one notification of the viewer. Nobody else needs to know, so it emits no event. */
export const updateNotification = operation({
  id: 'notifications.update',
  input: UpdateNotification,
  scope: 'user:write',
  writes: true,
  authorize: (ctx, { notificationId }) => {
    requireReading(ctx)
    return getNotificationRow(ctx.reads, notificationId)
  },
  run: async (ctx, { status }, { id }) => {
    await changeStatuses(ctx, { status, ids: [id] })
    ctx.reads.forget()
    return getNotificationRow(ctx.reads, id)
  },
})

/** What `markNotifications` has done. */
interface Marked {
  changed: number
  inbox: InboxRow
  /** Those that were named, without those that the viewer cannot see. */
  notifications: NotificationRow[]
}

/** Changes the status of several notifications of the viewer, or of all. Unknown ones are ignored. */
export const markNotifications = operation({
  id: 'notifications.mark',
  input: MarkNotifications,
  scope: 'user:write',
  writes: true,
  authorize: async (ctx, { notificationIds, upTo }) => {
    requireReading(ctx)
    if (notificationIds !== undefined && upTo !== undefined) {
      throw invalidField('upTo', 'cannot be sent with notificationIds')
    }
    return upTo === undefined ? undefined : numberIn(ctx.viewer.userId, upTo, 'upTo')
  },
  run: async (ctx, { status, notificationIds: ids, space: spaceId }, upTo): Promise<Marked> => {
    const changed = await changeStatuses(ctx, { status, ids, spaceId, upTo })
    ctx.reads.forget()
    const rows = await ctx.reads.loadMany(notificationById, [...new Set(ids ?? [])])
    return {
      changed,
      inbox: await getInboxRow(ctx.reads),
      notifications: rows.filter((row): row is NotificationRow => row !== null),
    }
  },
})
