import type { z } from 'zod'
import type { Role } from '../../core/access/roles.ts'
import { isUnscoped } from '../../core/access/viewer.ts'
import { newId } from '../../core/ids.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { operation } from '../../core/operations/operation.ts'
import type { User } from '../../generated/prisma/client.ts'
import { getUserRow, mayAppointOperators } from '../users/index.ts'
import { linkInvites } from './invites.loaders.ts'
import { digestOfKey, InviteUsers, newInviteKey } from './invites.model.ts'

/** An invite that was sent to an e-mail address, with the key that accepts it. */
export interface AddressedInvite {
  inviteId: string
  email: string
  key: string
}

/**
 * Invites people by e-mail address. They become members when they accept. The answer does not depend on
 * whether an address has an account: user ids, which reveal when an account was created, are returned for
 * members only. Existing members are not changed; an earlier invite to the same address is replaced.
 */
export const inviteUsers = operation({
  id: 'invites.users',
  input: InviteUsers,
  scope: 'organization:members:write',
  writes: true,
  authorize: (ctx, { organizationId }) => linkInvites.organizationOf(ctx.reads, organizationId),
  run: async (ctx, input, { id: organizationId, defaultRole }) => {
    const roleOf = rolesOf(input, defaultRole)
    // In a fixed order, so that concurrent invites of the same people wait for each other instead of
    // deadlocking.
    const addresses = [...roleOf.keys()].sort()
    const users = await accountsFor(ctx, addresses)
    const members = await ctx.tx.member.findMany({
      where: { organizationId, userId: { in: users.map(({ id }) => id) } },
      select: { userId: true, sso: true },
    })
    const ssoOf = new Map(members.map(({ userId, sso }) => [userId, sso]))
    const emailsOf = (each: readonly User[]) => each.flatMap(({ email }) => email ?? [])
    const present = users.filter(({ id }) => ssoOf.has(id))
    const joined = new Set(emailsOf(present))
    const absent = addresses.filter((email) => !joined.has(email))
    const invites = await sendTo(ctx, organizationId, { absent, roleOf, sso: input.sso })
    return {
      users: (await seesAllAccounts(ctx)) ? users : present,
      invited: invites.length,
      invites,
      failedSSOEmails: input.sso ? emailsOf(present.filter(({ id }) => ssoOf.get(id) === false)) : [],
    }
  },
})

/** The role of each address. The first occurrence of an address counts. */
function rolesOf({ emails, role: roleOfAll }: z.output<typeof InviteUsers>, defaultRole: Role | null) {
  const shared = roleOfAll === undefined ? defaultRole : roleOfAll
  return new Map(emails.toReversed().map(({ email, role }) => [email, role === undefined ? shared : role]))
}

/**
 * Creates an account for each address, so that an operator can create a first token for it. It is in no
 * organization yet.
 */
async function accountsFor(ctx: WriteContext, addresses: string[]): Promise<User[]> {
  await ctx.tx.user.createMany({
    data: addresses.map((email) => ({ id: newId('User'), email, displayName: nameOf(email) })),
    skipDuplicates: true,
  })
  return ctx.tx.user.findMany({ where: { email: { in: addresses } }, orderBy: { email: 'asc' } })
}

/** Until the user sets a display name. */
const nameOf = (email: string) => email.split('@')[0]?.slice(0, 64) || email.slice(0, 64)

/** An operator can read every account, and needs the ids to create tokens for new users. */
async function seesAllAccounts(ctx: WriteContext): Promise<boolean> {
  return isUnscoped(ctx.viewer) && mayAppointOperators(await getUserRow(ctx.reads, ctx.viewer.userId))
}

interface Sending {
  absent: string[]
  roleOf: Map<string, Role | null>
  sso: boolean
}

async function sendTo(
  ctx: WriteContext,
  organizationId: string,
  { absent, roleOf, sso }: Sending,
): Promise<AddressedInvite[]> {
  if (absent.length === 0) return []
  const keys = new Map(absent.map((email) => [email, newInviteKey()]))
  const ids = absent.map(() => newId('Invite'))
  const roles = absent.map((email) => roleOf.get(email) ?? null)
  const digests = [...keys.values()].map(digestOfKey)
  const rows = await ctx.tx.$queryRaw<{ id: string; email: string | null }[]>`
    INSERT INTO "Invite" ("id", "organizationId", "email", "role", "sso", "keyDigest", "createdById", "createdAt")
    SELECT n."id", ${organizationId}, n."email", n."role"::"Role", ${sso}, n."digest", ${ctx.viewer.userId},
      ${ctx.now()}::timestamptz
    FROM unnest(${ids}::text[], ${absent}::text[], ${roles}::text[], ${digests}::text[])
      AS n("id", "email", "role", "digest")
    ON CONFLICT ("organizationId", "email") DO UPDATE
      SET "role" = EXCLUDED."role", "sso" = EXCLUDED."sso", "keyDigest" = EXCLUDED."keyDigest"
    RETURNING "id", "email"`
  return rows.map(({ id: inviteId, email: address }) => {
    // The column is NULL for invitations without an address, of which this creates none.
    const email = address ?? ''
    ctx.emit({ organizationId, type: 'member.invited', subject: { invite: inviteId } })
    return { inviteId, email, key: keys.get(email) ?? '' }
  })
}
