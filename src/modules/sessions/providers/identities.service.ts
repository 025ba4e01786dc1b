import { z } from 'zod'
import { requireRecentSignIn } from '../../../core/access/viewer.ts'
import { idField } from '../../../core/fields.ts'
import { columnsOf } from '../../../core/lists/columns.ts'
import { operation } from '../../../core/operations/operation.ts'
import { type Identity, Prisma } from '../../../generated/prisma/client.ts'
import { emitAboutUser, ownRows } from '../../users/index.ts'
import { endSessions } from '../sessions.service.ts'
import { lockWaysToSignIn, requireWayToSignIn } from '../ways-to-sign-in.ts'

export type IdentityRow = Identity

/** The viewer's own identities, oldest first. */
export const { byId: identityById, list: listIdentities } = ownRows<IdentityRow>({
  name: 'identities',
  loader: 'identityById',
  table: 'Identity',
  columns: columnsOf('r', Prisma.IdentityScalarFieldEnum),
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
