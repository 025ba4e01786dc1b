import { hostname } from 'node:os'
import { newId } from '../core/ids.ts'
import type { Store } from '../core/operations/caller.ts'
import { fillGuide } from '../demo/fill-guide.ts'
import { createSetupCode } from '../modules/sessions/index.ts'
import type { PublishedSite } from '../modules/sites/index.ts'
import { digestOf, newToken } from '../modules/tokens/index.ts'
import type { Database, Queryable } from '../platform/database.ts'
import { statement } from '../platform/statements/statement.ts'

/** Two nodes that start on one empty database must not both initialize it. */
const BOOTSTRAP_LOCK = 4_000_000_001
const BOOTSTRAP_MS = 60_000

/** The label of a first token that was printed, before the name of the process that did it. */
const PRINTED_BY = 'First token, printed by '

/** No row if the database is empty, otherwise one with the first token, as long as it has not been used. */
const FIRST_USER = statement<{ label: string | null; createdAt: Date | null }>({
  name: 'firstUser',
  text: `SELECT t."label", t."createdAt" FROM (SELECT 1 FROM "User" LIMIT 1) u
    LEFT JOIN LATERAL (SELECT "label", "createdAt" FROM "ApiToken"
      WHERE starts_with("label", $1::text) AND "lastUsedAt" IS NULL ORDER BY "createdAt" LIMIT 1) t ON true`,
})

interface FirstStart {
  /** The code of the link that sets up the account of the operator, if it was created now. */
  setupCode?: string
  /** The site of the guide, if it was published now. */
  guide?: PublishedSite
  /** The token, if it was created now and has to be printed: it cannot be shown again. */
  token?: string
  /** The process that created and printed it, as long as it has not been used. */
  printed?: { place: string; at: Date }
}

/**
 * Initializes an empty database: one user who is an operator, one organization with a space that holds a guide to Quire and
 * a site that shows it, one token, and one link to set up the account of the operator. It is one transaction, so that a
 * start that is killed leaves nothing half done.
 */
export async function bootstrap(
  database: Database,
  options: { token: string | undefined; now: Date },
): Promise<FirstStart> {
  const known = await earlierToken(database)
  if (known) return known
  return database.transaction(
    async (tx, db) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`
      const meanwhile = await earlierToken(db)
      if (meanwhile) return meanwhile
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
          label:
            options.token === undefined
              ? `${PRINTED_BY}${hostname()} (process ${process.pid})`
              : 'First token',
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
      const guide = await fillGuide(within, { userId, organizationId, spaceId, now })
      const setupCode = await createSetupCode(tx, userId, now)
      // The operator knows a token that they chose, and others may read the output.
      return { guide, setupCode, ...(options.token === undefined ? { token } : {}) }
    },
    { timeLimitMs: BOOTSTRAP_MS },
  )
}

/** The first token of a database that is not empty. */
async function earlierToken(db: Queryable): Promise<FirstStart | undefined> {
  const [first] = await db.query(FIRST_USER, [PRINTED_BY])
  if (!first) return undefined
  const { label, createdAt } = first
  return label === null || createdAt === null
    ? {}
    : { printed: { place: label.slice(PRINTED_BY.length), at: createdAt } }
}
