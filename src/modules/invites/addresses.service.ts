import type { z } from 'zod'
import type { Role } from '../../core/access/roles.ts'
import { isUnscoped } from '../../core/access/viewer.ts'
import { newId } from '../../core/ids.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { operation } from '../../core/operations/operation.ts'
import type { User } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import { isMailConfigured } from '../mail/index.ts'
import { type OrganizationRow, signsInWithSso } from '../organizations/index.ts'
import { getUserRow, mayAppointOperators } from '../users/index.ts'
import { rememberEnded } from './ended-invites.ts'
import { mailInvites } from './invite-mails.ts'
import { linkInvites } from './invites.loaders.ts'
import { digestOfKey, InviteUsers, inviteEnd, joinLink, newInviteKey } from './invites.model.ts'

/** An invite that was sent to an e-mail address, with the key that accepts it. */
export interface AddressedInvite {
  inviteId: string
  email: string
  /** It proves nothing about the address: the key that was mailed is another one. */
  key: string
  /** The link to send to the person; null if it was mailed to them. */
  link: string | null
  expiresAt: Date
}

const SSO_OF_MEMBERS = statement<{ userId: string; sso: boolean }>({
  name: 'ssoOfMembers',
  text: `SELECT m."userId", ${signsInWithSso('m')} AS "sso" FROM "Member" m
    WHERE m."organizationId" = $1 AND m."userId" = ANY($2)`,
})

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
  run: async (ctx, input, organization) => {
    const { id: organizationId, defaultRole } = organization
    const roleOf = rolesOf(input, defaultRole)
    // In a fixed order, so that concurrent invites of the same people wait for each other instead of
    // deadlocking.
    const addresses = [...roleOf.keys()].sort()
    const users = await accountsFor(ctx, addresses)
    const members = await ctx.reads.db.query(SSO_OF_MEMBERS, [organizationId, users.map(({ id }) => id)])
    const ssoOf = new Map(members.map(({ userId, sso }) => [userId, sso]))
    const emailsOf = (each: readonly User[]) => each.flatMap(({ email }) => email ?? [])
    const present = users.filter(({ id }) => ssoOf.has(id))
    const joined = new Set(emailsOf(present))
    const absent = addresses.filter((email) => !joined.has(email))
    const invites = await sendTo(ctx, organization, { absent, roleOf, sso: input.sso })
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
  organization: OrganizationRow,
  { absent, roleOf, sso }: Sending,
): Promise<AddressedInvite[]> {
  if (absent.length === 0) return []
  const { id: organizationId } = organization
  const isMailed = isMailConfigured(ctx.tools.settings)
  const invites = absent.map((email) => ({
    id: newId('Invite'),
    email,
    role: roleOf.get(email) ?? null,
    key: newInviteKey(),
    mailedKey: newInviteKey(),
  }))
  const expiresAt = inviteEnd(ctx.now())
  const former = await ctx.tx.invite.findMany({ where: { organizationId, email: { in: absent } } })
  await rememberEnded(ctx.tx, former, { isUsed: false, now: ctx.now() })
  const rows = await ctx.tx.$queryRaw<{ id: string; email: string | null }[]>`
    INSERT INTO "Invite" ("id", "organizationId", "email", "role", "sso", "keyDigest", "mailedKeyDigest", "createdById",
      "createdAt", "expiresAt")
    SELECT n."id", ${organizationId}, n."email", n."role"::"Role", ${sso}, n."digest",
      CASE WHEN ${isMailed} THEN n."mailed" END, ${ctx.viewer.userId}, ${ctx.now()}::timestamptz, ${expiresAt}::timestamptz
    FROM unnest(${invites.map(({ id }) => id)}::text[], ${absent}::text[], ${invites.map(({ role }) => role)}::text[],
      ${invites.map(({ key }) => digestOfKey(key))}::text[],
      ${invites.map(({ mailedKey }) => digestOfKey(mailedKey))}::text[]) AS n("id", "email", "role", "digest", "mailed")
    ON CONFLICT ("organizationId", "email") DO UPDATE
      SET "role" = EXCLUDED."role", "sso" = EXCLUDED."sso", "keyDigest" = EXCLUDED."keyDigest",
        "mailedKeyDigest" = EXCLUDED."mailedKeyDigest", "createdById" = EXCLUDED."createdById",
        "expiresAt" = EXCLUDED."expiresAt"
    RETURNING "id", "email"`
  const idOf = new Map(rows.map(({ id, email }) => [email, id]))
  if (isMailed) await mailInvites(ctx, organization, invites, expiresAt)
  const origin = ctx.tools.settings.origin()
  return invites.map(({ id, email, key }) => {
    const inviteId = idOf.get(email) ?? id
    ctx.emit({ organizationId, type: 'member.invited', subject: { invite: inviteId } })
    const link = isMailed ? null : joinLink(origin, organizationId, key)
    return { inviteId, email, key, link, expiresAt }
  })
}
