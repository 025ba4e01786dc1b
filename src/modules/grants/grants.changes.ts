import type { Role } from '../../core/access/roles.ts'
import { type ErrorDetail, forbidden, invalidInput } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { holdMembers } from '../members/index.ts'
import { mayGive, type TargetReach } from './grants.policy.ts'
import { targetKind } from './grants.targets.ts'

/** The user or team of a grant. */
export interface Principals {
  users?: readonly string[] | undefined
  teams?: readonly string[] | undefined
}

/** A space, a collection or a site. */
interface Target {
  id: string
  organizationId: string
}

/**
 * Rejects users who are not members of the organization and teams of another one, and names all of them.
 * The rows of the others are locked against removal until the transaction ends, members before teams as
 * everywhere.
 */
export async function requirePrincipals(
  ctx: WriteContext,
  organizationId: string,
  { users = [], teams = [] }: Principals,
): Promise<void> {
  const members = await holdMembers(ctx.tx, organizationId, users)
  const held = await ctx.tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "Team" WHERE "organizationId" = ${organizationId} AND "id" = ANY(${[...teams]})
    ORDER BY "id" FOR KEY SHARE`
  const known = new Set(held.map(({ id }) => id))
  const unknown = (part: string, ids: readonly string[], isKnown: (id: string) => boolean, what: string) =>
    ids.flatMap((id, index): ErrorDetail[] =>
      isKnown(id) ? [] : [{ path: [part, index], message: `${id} is not a ${what} of this organization` }],
    )
  const details = [
    ...unknown('users', users, (id) => members.has(id), 'member'),
    ...unknown('teams', teams, (id) => known.has(id), 'team'),
  ]
  if (details.length > 0) throw invalidInput(...details)
}

/** Rejects granting a role above the caller's own, and changing grants of a role above it. */
export async function requireAuthority(
  ctx: WriteContext,
  target: Target,
  reach: TargetReach,
  { users = [], teams = [] }: Principals,
  role: Role | null,
): Promise<void> {
  if (role !== null && !mayGive(reach, role)) {
    throw forbidden(`You cannot grant the ${role} role: it is higher than your own role, ${reach.role}.`)
  }
  const present = await ctx.tx.$queryRaw<{ role: Role }[]>`
    SELECT "role"::text FROM "Grant" WHERE "targetId" = ${target.id} AND "principalId" = ANY(${[...users, ...teams]})
    ORDER BY "principalId" FOR UPDATE`
  if (present.some((grant) => !mayGive(reach, grant.role))) {
    throw forbidden('You cannot change the role of a user or team whose role is higher than yours.')
  }
}

/**
 * Grants a role, replacing an existing grant. The unique index on target and principal decides between two
 * concurrent grants: the second one replaces the first. With `onlyRaise` a higher role is kept.
 */
export async function give(
  ctx: WriteContext,
  target: Target,
  { users = [], teams = [] }: Principals,
  { role, onlyRaise = false }: { role: Role; onlyRaise?: boolean },
): Promise<void> {
  // In a fixed order, so that concurrent grants to the same users wait for each other instead of
  // deadlocking.
  const principals = [...new Set([...users, ...teams])].sort()
  const kind = targetKind(target)
  const idIf = (wanted: typeof kind) => (kind === wanted ? target.id : null)
  const changed = await ctx.tx.$queryRaw<{ principalId: string; isNew: boolean }[]>`
    INSERT INTO "Grant" ("id", "organizationId", "principalId", "targetId", "userId", "teamId", "spaceId",
      "collectionId", "siteId", "role", "createdAt")
    SELECT n."id", ${target.organizationId}, n."principalId", ${target.id},
      CASE WHEN n."principalId" = ANY(${[...users]}) THEN n."principalId" END,
      CASE WHEN n."principalId" = ANY(${[...teams]}) THEN n."principalId" END,
      ${idIf('space')}, ${idIf('collection')}, ${idIf('site')}, ${role}::"Role", ${ctx.now()}::timestamptz
    FROM unnest(${principals.map(() => newId('Grant'))}::text[], ${principals}::text[]) AS n("id", "principalId")
    ON CONFLICT ("targetId", "principalId") DO UPDATE SET "role" = EXCLUDED."role"
      WHERE "Grant"."role" < EXCLUDED."role" OR ("Grant"."role" > EXCLUDED."role" AND NOT ${onlyRaise})
    RETURNING "principalId", (xmax = 0) AS "isNew"`
  for (const { principalId, isNew } of changed) {
    emit(ctx, target, isNew ? 'permission.granted' : 'permission.changed', principalId, users)
  }
}

/** Removes grants; those that do not exist are ignored. */
export async function takeAway(
  ctx: WriteContext,
  target: Target,
  { users = [], teams = [] }: Principals,
): Promise<void> {
  const gone = await ctx.tx.$queryRaw<{ principalId: string }[]>`
    DELETE FROM "Grant" WHERE "targetId" = ${target.id} AND "principalId" = ANY(${[...users, ...teams]})
    RETURNING "principalId"`
  for (const { principalId } of gone) emit(ctx, target, 'permission.removed', principalId, users)
}

function emit(
  ctx: WriteContext,
  target: Target,
  type: 'permission.granted' | 'permission.changed' | 'permission.removed',
  principalId: string,
  users: readonly string[],
): void {
  const kind = targetKind(target)
  ctx.emit({
    organizationId: target.organizationId,
    ...(kind === 'space' ? { spaceId: target.id } : {}),
    type,
    subject: {
      [kind]: target.id,
      [users.includes(principalId) ? 'user' : 'team']: principalId,
    },
  })
}
