import { type DomainError, invalidField } from '../../core/errors.ts'
import type { EventType } from '../../core/events/events.ts'
import { newId } from '../../core/ids.ts'
import { NoFilters } from '../../core/lists/page.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { listOperation, operation, readOperation } from '../../core/operations/operation.ts'
import { rowOf } from '../../core/operations/versions.ts'
import type { Collection, Space } from '../../generated/prisma/client.ts'
import { collectionById, underLock } from '../collections/index.ts'
import { getOrganizationRow } from '../organizations/index.ts'
import { spaceById } from '../spaces/index.ts'
import { rememberEnded } from './ended-invites.ts'
import { type InviteRow, invitesOfOrganization, linkInvites } from './invites.loaders.ts'
import {
  CreateLinkInvite,
  DeleteLinkInvite,
  digestOfKey,
  GetLinkInvite,
  inviteEnd,
  joinLink,
  ListLinkInvites,
  newInviteKey,
  UpdateLinkInvite,
} from './invites.model.ts'

export const listLinkInvites = listOperation({
  id: 'invites.list',
  input: ListLinkInvites,
  filters: NoFilters,
  scope: 'organization:members:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  guard: async (_ctx, organization) => linkInvites.requireMayManage(organization),
  list: () => invitesOfOrganization,
})

export const getLinkInvite = readOperation({
  id: 'invites.get',
  input: GetLinkInvite,
  scope: 'organization:members:read',
  read: (ctx, { inviteId, organizationId }) => linkInvites.get(ctx.reads, inviteId, organizationId),
})

/** Returns the key once; only its digest is stored. */
export const createLinkInvite = operation({
  id: 'invites.create',
  input: CreateLinkInvite,
  scope: 'organization:members:write',
  writes: true,
  authorize: (ctx, { organizationId }) => linkInvites.organizationOf(ctx.reads, organizationId),
  run: async (ctx, { role, level, space, collection }, organization) => {
    if (level !== undefined) await requireTarget(ctx, organization.id, { space, collection })
    const key = newInviteKey()
    const created = await ctx.tx.invite.create({
      data: {
        id: newId('Invite'),
        keyDigest: digestOfKey(key),
        organizationId: organization.id,
        role: role ?? null,
        level: level ?? null,
        spaceId: space ?? null,
        collectionId: collection ?? null,
        createdById: ctx.viewer.userId,
        createdAt: ctx.now(),
        expiresAt: inviteEnd(ctx.now()),
      },
    })
    emitAbout(ctx, created, 'invite.created')
    const link = joinLink(ctx.tools.settings.origin(), organization.id, key)
    return { invite: await linkInvites.get(ctx.reads, created.id), key, link }
  },
})

export const updateLinkInvite = operation({
  id: 'invites.update',
  input: UpdateLinkInvite,
  scope: 'organization:members:write',
  writes: true,
  authorize: (ctx, { inviteId, organizationId }) => linkInvites.get(ctx.reads, inviteId, organizationId),
  changes: (invite) => rowOf('Invite', invite),
  run: async (ctx, { role, level }, invite) => {
    const [given, wanted] = invite.level === null ? [level, role] : [role, level]
    if (given !== undefined) throw otherKind(invite)
    if (wanted === undefined || wanted === (invite.level ?? invite.role)) return invite
    const data = invite.level === null ? { role: wanted } : { level: wanted }
    await ctx.tx.invite.updateMany({ where: { id: invite.id }, data })
    emitAbout(ctx, invite, 'invite.updated')
    ctx.reads.forget()
    return linkInvites.get(ctx.reads, invite.id)
  },
})

/**
 * Returns whether it existed: deleting a link that is already deleted succeeds for admins of its
 * organization.
 */
export const deleteLinkInvite = operation({
  id: 'invites.delete',
  input: DeleteLinkInvite,
  scope: 'organization:members:write',
  writes: true,
  authorize: (ctx, { inviteId, organizationId }) =>
    linkInvites.findToDelete(ctx.reads, inviteId, organizationId),
  changes: (invite) => rowOf('Invite', invite),
  run: async (ctx, { inviteId }, invite) => {
    const { count } = invite ? await ctx.tx.invite.deleteMany({ where: { id: invite.id } }) : { count: 0 }
    if (invite && count > 0) {
      await rememberEnded(ctx.tx, [invite], { isUsed: false, now: ctx.now() })
      emitAbout(ctx, invite, 'invite.deleted')
    }
    return { deletedId: inviteId, existed: count > 0 }
  },
})

/**
 * Under the lock on the tree: a transfer deletes the links to a place, and must not miss one that is being
 * created.
 */
async function requireTarget(
  ctx: WriteContext,
  organizationId: string,
  { space, collection = '' }: { space?: string | undefined; collection?: string | undefined },
): Promise<void> {
  const target = await underLock<Space | Collection | null>(ctx, () =>
    space === undefined ? ctx.reads.load(collectionById, collection) : ctx.reads.load(spaceById, space),
  )
  if (target?.organizationId === organizationId) return
  const part = space === undefined ? 'collection' : 'space'
  throw invalidField(part, `there is no ${part} ${space ?? collection} in this organization`)
}

function otherKind({ level }: InviteRow): DomainError {
  return level === null
    ? invalidField('level', 'this invite is to the organization; send a role instead')
    : invalidField('role', 'this invite is to a space or a collection; send a level instead')
}

function emitAbout(
  ctx: WriteContext,
  { id, organizationId, spaceId, collectionId }: Omit<InviteRow, 'redundant'>,
  type: EventType,
): void {
  ctx.emit({
    organizationId,
    ...(spaceId === null ? {} : { spaceId }),
    type,
    subject: {
      invite: id,
      ...(spaceId === null ? {} : { space: spaceId }),
      ...(collectionId === null ? {} : { collection: collectionId }),
    },
  })
}
