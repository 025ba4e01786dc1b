import { type ErrorDetail, invalidInput, notFound } from '../../core/errors.ts'
import type { EventType } from '../../core/events/events.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { holdMembers } from '../members/index.ts'
import { type TeamRole, teamRoles } from './teams.model.ts'

/** Names of members, by the field of the input that contains them. */
type Named = Record<string, readonly string[]>

/**
 * Resolves names of members, each a user id or an e-mail address. Rejects those that are not members of the
 * organization, and lists all of them, whether they exist elsewhere or not.
 */
export async function requireKnown(
  ctx: WriteContext,
  organizationId: string,
  named: Named,
  pathOf: (part: string, name: string, index: number) => ErrorDetail['path'] = (part, _name, index) => [
    part,
    index,
  ],
): Promise<{ of: (name: string) => string }> {
  const known = await holdMembers(ctx.tx, organizationId, Object.values(named).flat())
  const details = Object.entries(named).flatMap(([part, names]) =>
    names.flatMap((name, index) =>
      known.has(name)
        ? []
        : [{ path: pathOf(part, name, index), message: `${name} is not a member of this organization` }],
    ),
  )
  if (details.length > 0) throw invalidInput(...details)
  return { of: (name) => known.get(name) ?? name }
}

/** Changes to a team: a role for each user (undefined keeps it), and the users to remove. */
interface MembershipChange {
  set: ReadonlyMap<string, TeamRole | undefined>
  remove: ReadonlySet<string>
}

/**
 * Changes the members of a team. The lock on the team's row serializes changes to one team, so that the
 * count matches the memberships; the members were locked before, in the same order as when a member is
 * removed.
 */
export async function changeMembers(
  ctx: WriteContext,
  { id: teamId, organizationId }: { id: string; organizationId: string },
  { set, remove }: MembershipChange,
): Promise<void> {
  const locked = await ctx.tx.$queryRaw<unknown[]>`
    SELECT "id" FROM "Team" WHERE "id" = ${teamId} FOR NO KEY UPDATE`
  if (locked.length === 0) throw notFound('This team')
  const concerned = await ctx.tx.teamMember.findMany({
    where: { teamId, userId: { in: [...set.keys(), ...remove] } },
    select: { userId: true, role: true },
  })
  const roleNow = new Map(concerned.map(({ userId, role }) => [userId, role]))
  const wanted = [...set].filter(([userId]) => !remove.has(userId))
  const removed = [...remove].filter((userId) => roleNow.has(userId))
  const added = wanted.filter(([userId]) => !roleNow.has(userId))
  const updated = wanted.filter(
    ([userId, role]) => roleNow.has(userId) && role !== undefined && role !== roleNow.get(userId),
  )

  if (removed.length > 0) await ctx.tx.teamMember.deleteMany({ where: { teamId, userId: { in: removed } } })
  if (added.length > 0) {
    await ctx.tx.teamMember.createMany({
      data: added.map(([userId, role = 'member']) => ({ teamId, userId, role, joinedAt: ctx.now() })),
    })
  }
  for (const role of teamRoles) {
    const users = updated.filter(([, wantedRole]) => wantedRole === role).map(([userId]) => userId)
    if (users.length > 0) {
      await ctx.tx.teamMember.updateMany({ where: { teamId, userId: { in: users } }, data: { role } })
    }
  }
  const change = added.length - removed.length
  if (change !== 0) {
    await ctx.tx.team.update({ where: { id: teamId }, data: { memberCount: { increment: change } } })
  }

  const tell = (type: EventType, users: readonly string[]) => {
    for (const user of users) ctx.emit({ organizationId, type, subject: { team: teamId, user } })
  }
  tell(
    'team.member_added',
    added.map(([userId]) => userId),
  )
  tell(
    'team.member_updated',
    updated.map(([userId]) => userId),
  )
  tell('team.member_removed', removed)
  ctx.reads.forget()
}
