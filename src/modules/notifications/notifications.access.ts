import { ORGANIZATION_NOT_DELETED } from '../organizations/index.ts'
import { joinAccess, NOT_DELETED } from '../spaces/index.ts'

/** Whether a user, as SQL, still has the invite that `row` is of. */
const isInvited = (row: string, user: string) => `EXISTS (SELECT 1 FROM "Invite" i
  JOIN "User" invited ON invited."email" = i."email" JOIN "Organization" o ON o."id" = i."organizationId"
  WHERE i."id" = ${row}."scopeId" AND invited."id" = ${user} AND ${ORGANIZATION_NOT_DELETED})`

/** Whether a user, as SQL, is a member of the organization that `row` is of, and no guest. */
const isMember = (row: string, user: string) => `EXISTS (SELECT 1 FROM "Member" m
  WHERE m."organizationId" = ${row}."organizationId" AND m."userId" = ${user} AND NOT m."disabled" AND m."role" IS NOT NULL)`

/** The same for a row of no space. */
export const seesBesidesSpaces = (row: string, user: string) =>
  `(CASE WHEN ${row}."scopeId" = ${row}."organizationId" THEN ${isMember(row, user)} ELSE ${isInvited(row, user)} END)`

/**
 * Whether a user, as SQL, can now see what a row is of: a notification, a count, or what is about to be one. It depends on
 * `scopeId`, `spaceId` and `organizationId` of the row alone, so that counts by scope follow access like the list does.
 */
export const seesScope = (row: string, user: string) => `(CASE WHEN ${row}."spaceId" IS NULL
  THEN ${seesBesidesSpaces(row, user)}
  ELSE EXISTS (SELECT 1 FROM "Space" s ${joinAccess(user)} WHERE s."id" = ${row}."spaceId" AND ${NOT_DELETED}) END)`
