import { columnsOf } from '../../core/lists/columns.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import { Prisma, type User } from '../../generated/prisma/client.ts'

/**
 * Users that the viewer may know of: themselves, the people of organizations where they have a role (a guest is shown
 * nobody else, here as in the list of members), and all for an operator.
 */
export const userById = loaderById<User>({
  name: 'userById',
  scope: 'user:read',
  text: `SELECT ${columnsOf('u', Prisma.UserScalarFieldEnum)} FROM "User" u
    WHERE u."id" = ANY($1) AND (u."id" = $2 OR EXISTS (
      SELECT 1 FROM "Member" theirs JOIN "Member" mine ON mine."organizationId" = theirs."organizationId"
      WHERE theirs."userId" = u."id" AND mine."userId" = $2 AND mine."role" IS NOT NULL AND NOT mine."disabled")
      OR EXISTS (SELECT 1 FROM "User" me WHERE me."id" = $2 AND me."isOperator"))`,
})

/** The same people where they are shown as part of something else, such as the actor of an event. */
export const knownUserById = { ...userById, scope: null }

/** People who took part in what the viewer already sees: they keep their names there after they have left. */
export const participantById = loaderById<User>({
  name: 'participantById',
  scope: null,
  text: `SELECT ${columnsOf('u', Prisma.UserScalarFieldEnum)} FROM "User" u WHERE u."id" = ANY($1) AND $2::text IS NOT NULL`,
})
