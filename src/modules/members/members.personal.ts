import { DomainError } from '../../core/errors.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { exportedRows, type PersonalData } from '../../core/personal-data.ts'
import { signsInWithSso } from '../organizations/index.ts'
import { emitAbout, leaveTeams } from './members.service.ts'

export const dataOfMembers: PersonalData[] = [
  {
    table: 'Member',
    columns: ['userId'],
    onErasure: leaveOrganizations,
    exported: {
      memberships: exportedRows({
        name: 'memberships',
        from: '"Member" r JOIN "Organization" o ON o."id" = r."organizationId"',
        user: 'NOT r."disabled" AND r."userId"',
        fields: {
          id: 'r."id"',
          organization: 'o."id"',
          organizationTitle: 'o."title"',
          role: 'r."role"',
          sso: signsInWithSso('r'),
          joinedAt: 'r."joinedAt"',
          lastSeenAt: 'r."lastSeenAt"',
        },
      }),
    },
  },
  {
    table: 'TeamMember',
    columns: ['userId'],
    // Removed with the memberships of organizations, because teams are locked after them.
    onErasure: async () => {},
    exported: {
      teams: exportedRows({
        name: 'teams',
        from: '"TeamMember" r JOIN "Team" t ON t."id" = r."teamId"',
        user: 'r."userId"',
        fields: { team: 't."id"', title: 't."title"', role: 'r."role"', joinedAt: 'r."joinedAt"' },
        key: { sql: 'r."teamId"', type: 'text' },
      }),
    },
  },
]

/**
 * Removes all memberships of a user who is deleted. Organizations are locked in the order of their ids, as when one
 * member is removed, so that admins who are removed concurrently leave one.
 */
async function leaveOrganizations(ctx: WriteContext, { id: userId }: { id: string }): Promise<void> {
  const organizations = await ctx.tx.$queryRaw<{ id: string }[]>`
    SELECT o."id" FROM "Organization" o WHERE o."id" IN (
      SELECT m."organizationId" FROM "Member" m WHERE m."userId" = ${userId}) ORDER BY o."id" FOR NO KEY UPDATE`
  const [alone] = await ctx.tx.$queryRaw<{ id: string; title: string }[]>`
    SELECT o."id", o."title" FROM "Member" m JOIN "Organization" o ON o."id" = m."organizationId"
    WHERE m."userId" = ${userId} AND m."role" = 'admin' AND NOT m."disabled" AND NOT EXISTS (
      SELECT 1 FROM "Member" a WHERE a."organizationId" = m."organizationId" AND a."role" = 'admin'
        AND NOT a."disabled" AND a."userId" <> m."userId")
    ORDER BY o."id" LIMIT 1`
  if (alone) {
    throw new DomainError(
      'conflict',
      `This user is the last admin of the organization "${alone.title}" (${alone.id}). Make another member an admin, or delete the organization first.`,
    )
  }
  const members = await ctx.tx.$queryRaw<{ id: string; organizationId: string; userId: string }[]>`
    DELETE FROM "Member" WHERE "userId" = ${userId} RETURNING "id", "organizationId", "userId"`
  await leaveTeams(
    ctx,
    userId,
    organizations.map(({ id }) => id),
  )
  for (const member of members) emitAbout(ctx, member, 'member.removed')
}
