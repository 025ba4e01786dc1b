import { builder } from '../../graphql/builder.ts'
import type { InboxChange } from './inbox-feed.ts'
import { NotificationType } from './notifications.graphql.ts'
import { inboxCursor } from './notifications.loaders.ts'

const Payload = builder.objectRef<InboxChange>('NotificationActivity').implement({
  description: 'A change of your inbox.',
  fields: (t) => ({
    cursor: t.string({
      description: 'The cursor of this change. Pass it as `after` to resume the subscription after it.',
      resolve: ({ userId, position }) => inboxCursor(userId, position),
    }),
    notification: t.field({
      type: NotificationType,
      nullable: true,
      description:
        'The notification that was added or changed, as it is now. Null if several were changed at once: list them again.',
      resolve: ({ notification }) => notification,
    }),
    changedCount: t.int({
      description: 'The number of notifications that were added or changed.',
      resolve: ({ size }) => size,
    }),
    unreadCount: t.int({
      description: 'The number of unread notifications that you can see now.',
      resolve: ({ unread }) => unread(),
    }),
  }),
})

builder.subscriptionField('notificationActivity', (t) =>
  t.field({
    type: Payload,
    description:
      'Your notifications as they are added, and changes of their status. In commit order. With `after`, the changes since that cursor come first, so that none is lost across a reconnect. What you can no longer see is left out.',
    complexity: 10,
    args: { after: t.arg.string({ description: 'Start with the changes after this cursor.' }) },
    subscribe: async (_root, { after }, { caller, userFeed }) => {
      const { userId } = caller.requireViewer('space:read')
      return (await userFeed.follow(userId, after ?? undefined)) as AsyncIterable<InboxChange>
    },
    resolve: (change) => change,
  }),
)
