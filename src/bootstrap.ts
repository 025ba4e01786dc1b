import { newId } from './core/ids.ts'
import type { Store } from './core/operations/caller.ts'
import { fillGuide } from './demo/fill-guide.ts'
import { digestOf, newToken } from './modules/tokens/index.ts'
import type { Database } from './platform/database.ts'

/** Two nodes that start on one empty database must not both initialize it. */
const BOOTSTRAP_LOCK = 4_000_000_001
const BOOTSTRAP_MS = 60_000

/**
 * Initializes an empty database: one user who is an operator, one organization with a space that holds a
 * guide to Quire, and one token. It is one transaction, so that a start that is killed leaves nothing half done. Returns
 * the token if it was created now, since it cannot be shown again; null if the database was not empty.
 */
export async function bootstrap(
  database: Database,
  options: { token: string | undefined; now: Date },
): Promise<string | null> {
  return database.transaction(
    async (tx, db) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`
      if ((await tx.user.findFirst({ select: { id: true } })) !== null) return null
      const { now } = options
      const token = options.token ?? newToken()
      const userId = newId('User')
      const organizationId = newId('Organization')
      const spaceId = newId('Space')
      const revisionId = newId('Revision')
      await tx.user.create({ data: { id: userId, displayName: 'Operator', isOperator: true } })
      await tx.apiToken.create({
        data: {
          id: newId('ApiToken'),
          userId,
          label: 'Bootstrap',
          digest: digestOf(token),
          scopes: [],
          createdAt: now,
        },
      })
      await tx.organization.create({
        data: {
          id: organizationId,
          title: 'My organization',
          createdAt: now,
          members: { create: { id: newId('Member'), userId, role: 'admin', joinedAt: now } },
        },
      })
      await tx.space.create({
        data: {
          id: spaceId,
          organizationId,
          title: 'Demo',
          emoji: '👋',
          revisionId,
          createdById: userId,
          createdAt: now,
          updatedAt: now,
          revisions: { create: { id: revisionId, type: 'edits', createdAt: now } },
        },
      })
      // The operations of the guide are parts of this transaction.
      const within: Store = {
        query: (statement, values) => db.query(statement, values),
        transaction: (work) => work(tx, db),
      }
      await fillGuide(within, { userId, spaceId, now })
      return token
    },
    { timeLimitMs: BOOTSTRAP_MS },
  )
}
