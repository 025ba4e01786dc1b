import { newId } from '../../src/core/ids.ts'
import type { ModuleAccess } from '../access/declared.ts'
import { read, write } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface Own {
    /** About the space, which not every caller can see. */
    notificationId: string
  }
  interface World {
    /** Of the author of all content. */
    notificationId: string
  }
}

const list = (field: string) => read({}, `viewer { ${field} { nodes { __typename } } }`)
const done = { status: 'done' }

export const access: ModuleAccess = {
  build: async ({ db, clock }, { own, userId, spaceId, commentId }) => {
    const known = new Map<string, string>()
    const notificationOf = async (owner: string) => {
      const now = clock.now()
      const id = newId('Notification')
      const { prisma } = db.database
      const row = { id, userId: owner, position: 1n, number: 1n, kind: 'mention' as const }
      const about = { scopeId: spaceId, spaceId, threadId: commentId, subjectId: commentId }
      await prisma.notification.create({ data: { ...row, ...about, createdAt: now, updatedAt: now } })
      await prisma.notificationInbox.create({ data: { userId: owner, lastNumber: 1n } })
      await prisma.notificationCount.create({ data: { userId: owner, scopeId: spaceId, spaceId, unread: 1 } })
      await prisma.notificationMute.create({
        data: { userId: owner, targetId: commentId, spaceId, createdAt: now },
      })
      known.set(owner, id)
      return id
    }
    for (const mine of Object.values(own)) {
      mine.notificationId = known.get(mine.userId) ?? (await notificationOf(mine.userId))
    }
    return { notificationId: known.get(userId) ?? (await notificationOf(userId)) }
  },
  cases: {
    'notifications.list': { graphql: () => list('notifications') },
    'notifications.getInbox': { graphql: () => read({}, 'viewer { inbox { unreadCount } }') },
    'notifications.get: your own': {
      params: ({ mine }) => ({ notificationId: mine.notificationId }),
      graphql: ({ mine }) => read({ id: mine.notificationId }, 'notification(id: $id) { id }'),
    },
    'notifications.get: of another user': {
      graphql: ({ notificationId: id }) => read({ id }, 'notification(id: $id) { id }'),
    },
    'notifications.update: your own': {
      params: ({ mine }) => ({ notificationId: mine.notificationId }),
      body: () => done,
      graphql: ({ mine: { notificationId } }) =>
        write('updateNotification', { notificationId, status: 'DONE' }),
    },
    'notifications.update: of another user': {
      body: () => done,
      graphql: ({ notificationId }) => write('updateNotification', { notificationId, status: 'DONE' }),
    },
    'notifications.mark': { body: () => done, graphql: () => write('markNotifications', { status: 'DONE' }) },
    'notifications.listMutes': { graphql: () => list('notificationMutes') },
    'notifications.mute': {
      params: ({ spaceId: targetId }) => ({ targetId }),
      graphql: ({ spaceId: targetId }) => write('muteNotifications', { targetId }),
    },
    'notifications.unmute': {
      params: ({ commentId: targetId }) => ({ targetId }),
      graphql: ({ commentId: targetId }) => write('unmuteNotifications', { targetId }),
    },
  },
}
