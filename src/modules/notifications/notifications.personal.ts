import { exportedRows, keptTable, type PersonalData } from '../../core/personal-data.ts'

/** What people were told of. All of it goes with the account. */
export const dataOfNotifications: PersonalData[] = [
  // Before its notifications, as all writers lock them.
  {
    table: 'NotificationInbox',
    columns: ['userId'],
    onErasure: ({ tx }, { id: userId }) => tx.notificationInbox.deleteMany({ where: { userId } }),
  },
  {
    table: 'Notification',
    columns: ['userId', 'actorId'],
    onErasure: ({ tx }, { id: userId }) => tx.notification.deleteMany({ where: { userId } }),
    exported: {
      notifications: exportedRows({
        name: 'notifications',
        from: '"Notification" r',
        user: 'r."userId"',
        fields: [
          'id',
          'kind',
          'status',
          'spaceId',
          'organizationId',
          'changeRequestId',
          'subjectId',
          'createdAt',
        ],
      }),
    },
  },
  {
    table: 'NotificationCount',
    columns: ['userId'],
    onErasure: ({ tx }, { id: userId }) => tx.notificationCount.deleteMany({ where: { userId } }),
  },
  {
    table: 'NotificationMute',
    columns: ['userId'],
    onErasure: ({ tx }, { id: userId }) => tx.notificationMute.deleteMany({ where: { userId } }),
    exported: {
      mutedNotifications: exportedRows({
        name: 'mutedNotifications',
        from: '"NotificationMute" r',
        user: 'r."userId"',
        fields: ['targetId', 'createdAt'],
        key: { sql: 'r."targetId"', type: 'text' },
      }),
    },
  },
  {
    table: 'MailStopCode',
    columns: ['userId'],
    onErasure: ({ tx }, { id: userId }) => tx.mailStopCode.deleteMany({ where: { userId } }),
  },
  // Only where the fan-out continues.
  keptTable('NotificationCursor', 'userId'),
]
