import { columnsOf } from '../../core/lists/columns.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import { Prisma, type User } from '../../generated/prisma/client.ts'

/**
 * Users that the viewer can see: themselves, the members of organizations in which they have a role (a
 * guest sees only themselves, as in the list of members), and all users for an operator. Nothing is left of deleted
 * users but their id, which everyone can look up.
 */
export const userById = loaderById<User>({
  name: 'userById',
  scope: 'user:read',
  text: `SELECT ${columnsOf('u', Prisma.UserScalarFieldEnum)} FROM "User" u
    WHERE u."id" = ANY($1) AND (u."id" = $2 OR u."deletedAt" IS NOT NULL OR EXISTS (
      SELECT 1 FROM "Member" theirs JOIN "Member" mine ON mine."organizationId" = theirs."organizationId"
      WHERE theirs."userId" = u."id" AND mine."userId" = $2 AND mine."role" IS NOT NULL AND NOT mine."disabled")
      OR EXISTS (SELECT 1 FROM "User" me WHERE me."id" = $2 AND me."isOperator"))`,
})

/** The same users as part of something else, such as the actor of an event. */
export const knownUserById = { ...userById, scope: null }

/** Users who appear in what the viewer can already see: their names remain there after they have left. */
export const participantById = loaderById<User>({
  name: 'participantById',
  scope: null,
  text: `SELECT ${columnsOf('u', Prisma.UserScalarFieldEnum)} FROM "User" u WHERE u."id" = ANY($1) AND $2::text IS NOT NULL`,
})
