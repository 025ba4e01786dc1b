import { z } from 'zod'
import { requireRecentSignIn } from '../../../core/access/viewer.ts'
import { idField } from '../../../core/fields.ts'
import { columnsOf } from '../../../core/lists/columns.ts'
import { loaderById } from '../../../core/lists/loaders.ts'
import { operation } from '../../../core/operations/operation.ts'
import { type Identity, Prisma } from '../../../generated/prisma/client.ts'
import { emitAboutUser, listOwnRows, ownRowById } from '../../users/index.ts'
import { endSessions } from '../sessions.service.ts'
import { lockWaysToSignIn, requireWayToSignIn } from '../ways-to-sign-in.ts'

export type IdentityRow = Identity

const stored = { table: 'Identity', columns: columnsOf('r', Prisma.IdentityScalarFieldEnum) }

export const identityById = loaderById<IdentityRow>({
  name: 'identityById',
  scope: 'user:read',
  text: ownRowById(stored),
})

/** The viewer's own identities, oldest first. */
export const listIdentities = listOwnRows<IdentityRow>({
  name: 'identities',
  ...stored,
  order: 'asc',
})

const UnlinkIdentity = z.object({ identityId: idField('Identity', 'The ID of the identity to unlink.') })

/** Unlinks an account at a provider from the viewer, and ends the other sessions that it started. */
export const unlinkIdentity = operation({
  id: 'identities.unlink',
  input: UnlinkIdentity,
  scope: 'user:write',
  writes: true,
  authorize: async (ctx) => {
    requireRecentSignIn(ctx)
    return ctx.viewer
  },
  run: async (ctx, { identityId }, { userId, tokenId }) => {
    await lockWaysToSignIn(ctx, userId)
    const ended = await endSessions(ctx.tx, { userId, identityId, except: tokenId })
    const { count } = await ctx.tx.identity.deleteMany({ where: { id: identityId, userId } })
    if (count === 0) return { deletedId: identityId, existed: false }
    await requireWayToSignIn(ctx, userId)
    await emitAboutUser(ctx, userId, 'identity.unlinked', { identity: identityId })
    await emitAboutUser(ctx, userId, 'session.ended', ...ended.map((session) => ({ session })))
    return { deletedId: identityId, existed: true }
  },
})
