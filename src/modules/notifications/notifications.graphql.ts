import type { NotificationMute } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { connection, connectionType } from '../../graphql/connection.ts'
import { graphqlEnum } from '../../graphql/enums.ts'
import { deletedPayload, mutation, nestedField, queryField } from '../../graphql/field.ts'
import { ChangeRequestType, changeRequestById } from '../change-requests/index.ts'
import { CommentType, commentById, ReplyType, replyById } from '../comments/index.ts'
import { AppUrls, OrganizationType, organizationById } from '../organizations/index.ts'
import { ReviewType, reviewById } from '../reviews/index.ts'
import { requiredSpace, SpaceType } from '../spaces/index.ts'
import { UserType, ViewerType } from '../users/index.ts'
import { listMutes, muteNotifications, unmuteNotifications } from './mutes.service.ts'
import { type InboxRow, inboxCursor, type NotificationRow } from './notifications.loaders.ts'
import {
  NotificationKind,
  NotificationStatus,
  NotificationStatusFilter,
  notificationKinds,
  RETENTION_DAYS,
  statusDescriptions,
} from './notifications.model.ts'
import { type NotificationPage, titleOf } from './notifications.pages.ts'
import {
  getInbox,
  getNotification,
  listNotifications,
  markNotifications,
  updateNotification,
} from './notifications.service.ts'
import { appUrlOf, notificationUrl } from './notifications.urls.ts'

declare module '../../core/node-rows.ts' {
  interface NodeRows {
    Notification: NotificationRow
  }
}

const kindDescriptions = Object.fromEntries(
  Object.entries(notificationKinds).map(([kind, { description }]) => [kind, description]),
) as Record<NotificationKind, string>

const KindEnum = graphqlEnum(
  'NotificationKind',
  NotificationKind,
  'What a notification says.',
  kindDescriptions,
)
const StatusEnum = graphqlEnum(
  'NotificationStatus',
  NotificationStatus,
  'The status of a notification.',
  statusDescriptions,
)
graphqlEnum('NotificationStatusFilter', NotificationStatusFilter, 'Which notifications to list.', {
  all: 'All notifications.',
  ...statusDescriptions,
})

/** What a notification is about, if it is of this kind. */
const subjectOf = ({ subjectId, threadId }: NotificationRow, prefix: string): string | null =>
  [subjectId, threadId].find((id) => id.startsWith(`${prefix}_`)) ?? null

const what = (name: string) =>
  `The ${name} that it is about. Null if it is about something else, or if it was deleted.`

const PageType = builder.objectRef<NotificationPage>('NotificationPage').implement({
  description: 'The page that a notification is about.',
  fields: (t) => ({
    pageId: t.exposeID('pageId', { description: 'The ID of the page.' }),
    title: t.exposeString('title', { description: 'The title.' }),
    path: t.exposeString('path', { description: 'The path.' }),
  }),
})

export const NotificationType = builder.prismaNode('Notification', {
  description:
    'Something that happened and concerns you. You see it only as long as you can see what it is about.',
  id: { field: 'id', description: 'The ID. REST uses the same ID.' },
  fields: (t) => ({
    kind: t.field({ type: KindEnum, description: 'What it says.', resolve: ({ kind }) => kind }),
    status: t.field({ type: StatusEnum, description: 'The status.', resolve: ({ status }) => status }),
    title: t.string({
      description:
        'The subject of the change request, the title of the page, space or organization, or the slug of the OpenAPI spec.',
      resolve: titleOf,
    }),
    excerpt: t.exposeString('excerpt', {
      nullable: true,
      description:
        'The beginning of the comment, reply, review or description in Markdown. Null if there is none, or if it was deleted.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When its status was last changed.' }),
    threadId: t.exposeID('threadId', {
      description:
        'The ID of the thread: a comment, a change request, a space or an organization. All but the last can be muted.',
    }),
    subjectId: t.exposeID('subjectId', {
      description:
        'The ID of what it is about: a comment, reply, review, change request, Git operation, OpenAPI spec or invite.',
    }),
    actor: t.field({
      type: UserType,
      nullable: true,
      description: 'The user who caused it. Null for the system.',
      resolve: ({ actor }) => actor,
    }),
    space: t.field({
      type: SpaceType,
      nullable: true,
      description: 'The space. Null for what belongs to an organization.',
      resolve: ({ space, spaceId }, _args, { caller }) =>
        space ?? (spaceId === null ? null : caller.load(requiredSpace, spaceId)),
    }),
    organization: t.field({
      type: OrganizationType,
      nullable: true,
      description: 'The organization. Null if you are not a member of it.',
      resolve: ({ space, organizationId }, _args, { caller }) =>
        caller.load(organizationById, space?.organizationId ?? organizationId ?? ''),
    }),
    changeRequest: t.field({
      type: ChangeRequestType,
      nullable: true,
      description: what('change request'),
      resolve: ({ changeRequestId }, _args, { caller }) =>
        changeRequestId === null ? null : caller.load(changeRequestById, changeRequestId),
    }),
    changeRequestNumber: t.exposeInt('changeRequestNumber', {
      nullable: true,
      description: 'The number of the change request.',
    }),
    page: t.field({
      type: PageType,
      nullable: true,
      description:
        'The page that the comment is on, as it is now in main content or in the change request. Null if it is on none, or if the page was deleted.',
      resolve: ({ page }) => page,
    }),
    comment: t.field({
      type: CommentType,
      nullable: true,
      description: what('comment'),
      resolve: (row, _args, { caller }) => {
        const id = subjectOf(row, 'cmt')
        return id === null ? null : caller.load(commentById, id)
      },
    }),
    reply: t.field({
      type: ReplyType,
      nullable: true,
      description: what('reply'),
      resolve: (row, _args, { caller }) => {
        const id = subjectOf(row, 'rpl')
        return id === null ? null : caller.load(replyById, id)
      },
    }),
    review: t.field({
      type: ReviewType,
      nullable: true,
      description: what('review'),
      resolve: (row, _args, { caller }) => {
        const id = subjectOf(row, 'rvw')
        return id === null ? null : caller.load(reviewById, id)
      },
    }),
    urls: t.field({
      type: AppUrls,
      description: 'The URLs of the notification, and of the page that it is about.',
      resolve: (row, _args, { urls }) => ({
        location: notificationUrl(urls, row.id),
        app: appUrlOf(urls, row),
      }),
    }),
  }),
})

const InboxType = builder.objectRef<InboxRow>('Inbox').implement({
  description: 'The state of your inbox.',
  fields: (t) => ({
    unreadCount: t.int({
      description: 'The number of unread notifications that you can see.',
      resolve: ({ unread }) => unread,
    }),
    cursor: t.string({
      description:
        'The end of the log of the inbox. Pass it as `after` of `notificationActivity` to get what changes from here on, or as `upTo` to mark all notifications until here.',
      resolve: ({ userId, lastNumber }) => inboxCursor(userId, lastNumber),
    }),
  }),
})

connection(ViewerType, 'notifications', listNotifications, {
  type: connectionType('Notification', NotificationType),
  description: `Your notifications of the last ${RETENTION_DAYS} days, newest first. By default those in the inbox.`,
})
nestedField(ViewerType, 'inbox', getInbox, {
  type: InboxType,
  description: 'The state of your inbox.',
  given: () => ({}),
  givenNames: [],
})
queryField('notification', getNotification, {
  type: NotificationType,
  description: 'One of your notifications.',
  rename: { notificationId: 'id' },
})

mutation('updateNotification', updateNotification, {
  description: 'Changes the status of a notification.',
  payload: {
    notification: {
      type: NotificationType,
      description: 'The notification.',
      from: (row: NotificationRow) => row,
    },
  },
})
mutation('markNotifications', markNotifications, {
  description: 'Changes the status of several notifications, or of all in the inbox.',
  payload: {
    changedCount: {
      type: 'Int',
      description: 'The number of notifications whose status has changed.',
      from: ({ changed }) => changed,
    },
    inbox: { type: InboxType, description: 'Your inbox.', from: ({ inbox }) => inbox },
    notifications: {
      type: [NotificationType],
      description: 'The notifications that were named. Empty if none were.',
      from: ({ notifications }) => notifications,
    },
  },
})

const MuteType = builder.objectRef<NotificationMute>('NotificationMute').implement({
  description: 'A thread or a space that you get no notifications of.',
  fields: (t) => ({
    targetId: t.exposeID('targetId', { description: 'The ID of a comment, a change request or a space.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was muted.' }),
    space: t.field({
      type: SpaceType,
      description: 'The space, or that of the thread.',
      resolve: ({ spaceId }, _args, { caller }) => caller.load(requiredSpace, spaceId),
    }),
  }),
})

connection(ViewerType, 'notificationMutes', listMutes, {
  type: connectionType('NotificationMute', MuteType),
  description: 'The threads and spaces that you get no notifications of.',
})
mutation('muteNotifications', muteNotifications, {
  description: 'Ends notifications of a thread or a space. Muting it again has no effect.',
  payload: {
    mute: { type: MuteType, description: 'What is muted.', from: (row: NotificationMute) => row },
  },
})
mutation('unmuteNotifications', unmuteNotifications, {
  description: 'Resumes notifications of a thread or a space. Succeeds if it is not muted.',
  payload: deletedPayload('The ID of the thread or space.'),
})
