import { newId } from '../../src/core/ids.ts'
import type { ModuleAccess } from '../access/declared.ts'
import { change, read, write } from '../access/documents.ts'

declare module '../access/world.ts' {
  interface Own {
    sessionId?: string
  }
}

export const access: ModuleAccess = {
  build: async ({ db, clock }, { own, userId }) => {
    const now = clock.now()
    const sessionOf = async (userId: string) => {
      const id = newId('Session')
      const ends = new Date(now.getTime() + 86_400_000)
      const about = { method: 'password', browser: 'Browser/1.0', address: '192.0.2.1' }
      const times = { createdAt: now, lastSeenAt: now, authenticatedAt: now, expiresAt: ends }
      await db.database.prisma.session.create({ data: { id, userId, digest: id, ...about, ...times } })
      return id
    }
    await sessionOf(userId)
    const nobody = newId('Session')
    for (const each of Object.values(own)) {
      const isUser = (await db.database.prisma.user.count({ where: { id: each.userId } })) > 0
      each.sessionId = isUser ? await sessionOf(each.userId) : nobody
    }
    return {}
  },
  cases: {
    'sessions.list': { graphql: () => read({}, 'viewer { sessions { nodes { __typename } } }') },
    'sessions.end': {
      params: ({ mine }) => ({ sessionId: mine.sessionId ?? '' }),
      graphql: ({ mine }) => write('endSession', { sessionId: mine.sessionId ?? '' }),
    },
    'sessions.endOthers': change('endOtherSessions', []),
    'sessions.endOfUser': change('endUserSessions', ['userId']),
    'tokens.revokeOfUser': change('revokeUserApiTokens', ['userId']),
    'users.disable': change('disableUser', ['userId']),
    'users.enable': change('enableUser', ['userId']),
    'sessions.createPasswordReset': change('createPasswordReset', ['userId']),
    'preferences.get': { graphql: () => read({}, 'viewer { preferences { keyBindings } }') },
    'preferences.update': change('updatePreferences', [], () => ({ keyBindings: false })),
  },
}
