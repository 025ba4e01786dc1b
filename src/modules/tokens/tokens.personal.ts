import { exportedRows, type PersonalData } from '../../core/personal-data.ts'
import { revokeTokensOf } from './credentials.ts'

export const dataOfTokens: PersonalData = {
  table: 'ApiToken',
  columns: ['userId'],
  onErasure: ({ tx }, { id }) => revokeTokensOf(tx, id),
  exported: {
    tokens: exportedRows({
      name: 'tokens',
      from: '"ApiToken" r',
      user: 'r."userId"',
      fields: ['id', 'label', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt'],
    }),
  },
}
