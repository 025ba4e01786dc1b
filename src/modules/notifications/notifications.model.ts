import { z } from 'zod'
import { idField } from '../../core/fields.ts'
import { ALL, anyOf } from '../../core/lists/filters.ts'
import type { MailKind } from '../preferences/index.ts'

/** What a notification says, and the kind of preferences that it belongs to. Null is always in the inbox and never mailed. */
export const notificationKinds = {
  mention: { group: 'mentions', description: 'Somebody mentioned you.' },
  reply: { group: 'comments', description: 'Somebody replied in a thread that you take part in.' },
  comment: {
    group: 'comments',
    description: 'Somebody commented on a change request or a page that you edited.',
  },
  review_requested: { group: 'reviews', description: 'Somebody requested a review from you.' },
  reviewed: { group: 'reviews', description: 'Somebody reviewed a change request that you edited.' },
  merged: { group: 'changeRequests', description: 'A change request that you take part in was merged.' },
  conflict: { group: 'changeRequests', description: 'A change request that you take part in has conflicts.' },
  invited: { group: null, description: 'You were invited to an organization.' },
  git_failed: { group: 'failures', description: 'A Git import or export that you set up failed.' },
  spec_failed: { group: 'failures', description: 'An OpenAPI spec that you created has an error.' },
} as const satisfies Record<string, { group: MailKind | null; description: string }>

export const NotificationKind = z.enum(
  Object.keys(notificationKinds) as [keyof typeof notificationKinds, ...(keyof typeof notificationKinds)[]],
)
export type NotificationKind = z.output<typeof NotificationKind>

export const NotificationStatus = z
  .enum(['unread', 'read', 'done'])
  .meta({ description: 'The status of a notification.' })
export type NotificationStatus = z.output<typeof NotificationStatus>

export const statusDescriptions: Record<NotificationStatus, string> = {
  unread: 'In the inbox, and not read.',
  read: 'In the inbox, and read.',
  done: 'Not in the inbox.',
}

/** Notifications are removed after this time. */
export const RETENTION_DAYS = 90
/** The number of notifications that one request can name. */
export const MAX_MARKED = 100
/** The number of threads and spaces that a user can mute. */
export const MAX_MUTES = 1_000

const notificationId = idField('Notification', 'The ID of the notification.')

export const NotificationStatusFilter = z.enum([ALL, ...NotificationStatus.options])

export const ListNotifications = z.object({
  status: anyOf(NotificationStatusFilter)
    .default(['unread', 'read'])
    .meta({ description: 'Only notifications with one of these statuses.' }),
  kinds: anyOf(NotificationKind)
    .optional()
    .meta({ description: 'Only notifications of one of these kinds.' }),
  space: idField('Space', 'Only notifications of this space.').optional(),
})
export type NotificationFilters = z.output<typeof ListNotifications>

export const GetNotification = z.object({ notificationId })
export const GetInbox = z.object({})

export const UpdateNotification = z.object({ notificationId, status: NotificationStatus })

export const MarkNotifications = z.object({
  status: NotificationStatus,
  notificationIds: z
    .array(notificationId)
    .min(1)
    .max(MAX_MARKED)
    .optional()
    .meta({
      description: `The notifications, at most ${MAX_MARKED}. If omitted, all that are in the inbox.`,
    }),
  space: idField('Space', 'Only those of this space.').optional(),
  upTo: z.string().max(2_048).optional().meta({
    description: 'Only those up to this cursor of the inbox, so that none is marked that came meanwhile.',
  }),
})

const targetId = z
  .string()
  .regex(/^(cmt|cr|spc)_[a-z0-9]{1,60}$/, {
    error: 'must be the id of a comment, a change request or a space',
  })
  .meta({ scalar: 'ID', description: 'The ID of a comment, a change request or a space.' })

export const ListMutes = z.object({})
export const MuteNotifications = z.object({ targetId })
export const UnmuteNotifications = z.object({ targetId })
