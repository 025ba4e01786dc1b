import { exportedRows, type PersonalData } from '../../core/personal-data.ts'
import { endSessions } from './sessions.service.ts'

/** Links that were mailed to an address before an account of it was known: to join an organization. */
const codesMailedTo = (email: string) => [{ kind: 'join', data: { path: ['email'], equals: email } }]

/** How a person signs in, and where. All of it goes with the account. */
export const dataOfSessions: PersonalData[] = [
  {
    table: 'Session',
    columns: ['userId'],
    onErasure: ({ tx }, { id: userId }) => endSessions(tx, { userId }),
    exported: {
      sessions: exportedRows({
        name: 'sessions',
        from: '"Session" r',
        user: 'r."userId"',
        fields: ['id', 'method', 'browser', 'address', 'createdAt', 'lastSeenAt', 'expiresAt'],
      }),
    },
  },
  {
    table: 'Account',
    columns: ['userId'],
    onErasure: ({ tx }, { id: userId }) => tx.account.deleteMany({ where: { userId } }),
  },
  {
    table: 'KnownBrowser',
    columns: ['userId'],
    onErasure: ({ tx }, { id: userId }) => tx.knownBrowser.deleteMany({ where: { userId } }),
  },
  {
    table: 'Passkey',
    columns: ['userId'],
    onErasure: ({ tx }, { id: userId }) => tx.passkey.deleteMany({ where: { userId } }),
    exported: {
      passkeys: exportedRows({
        name: 'passkeys',
        from: '"Passkey" r',
        user: 'r."userId"',
        fields: ['id', 'name', 'createdAt', 'lastUsedAt'],
      }),
    },
  },
  {
    table: 'Identity',
    columns: ['userId'],
    onErasure: ({ tx }, { id: userId }) => tx.identity.deleteMany({ where: { userId } }),
    exported: {
      identities: exportedRows({
        name: 'identities',
        from: '"Identity" r',
        user: 'r."userId"',
        fields: ['id', 'provider', 'issuer', 'subject', 'email', 'createdAt', 'lastUsedAt'],
      }),
    },
  },
  {
    table: 'OneTimeCode',
    columns: ['userId'],
    onErasure: ({ tx }, { id: userId, email }) =>
      tx.oneTimeCode.deleteMany({
        where: { OR: [{ userId }, ...(email === null ? [] : codesMailedTo(email))] },
      }),
  },
  {
    table: 'Preferences',
    columns: ['userId'],
    onErasure: ({ tx }, { id: userId }) => tx.preferences.deleteMany({ where: { userId } }),
    exported: {
      preferences: exportedRows({
        name: 'preferences',
        from: '"Preferences" r',
        user: 'r."userId"',
        fields: ['language', 'theme', 'keyBindings', 'mail', 'inbox'],
        key: { sql: 'r."userId"', type: 'text' },
      }),
    },
  },
]
