import type { Scope } from '../../core/access/viewer.ts'
import { DomainError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import type { ApiToken } from '../../generated/prisma/client.ts'
import { emitAboutUser, requireAccount } from '../users/index.ts'
import { digestOf, newToken } from './tokens.authentication.ts'

/** Creates a token of a user. Only its digest is stored. */
export async function insertToken(
  ctx: WriteContext,
  userId: string,
  { label, scopes, expiresAt }: { label: string; scopes: Scope[]; expiresAt: Date | null },
): Promise<{ apiToken: ApiToken; token: string }> {
  const token = newToken()
  await requireRoom(ctx, userId)
  const apiToken = await ctx.tx.apiToken.create({
    data: {
      id: newId('ApiToken'),
      userId,
      label,
      digest: digestOf(token),
      scopes,
      createdAt: ctx.now(),
      expiresAt,
    },
  })
  await emitAboutUser(ctx, userId, 'token.created', { token: apiToken.id })
  return { apiToken, token }
}

/** Locks the user's row, so that concurrent requests are counted one after the other. */
async function requireRoom(ctx: WriteContext, userId: string): Promise<void> {
  const { maxPerUser } = ctx.tools.settings.tokens
  await ctx.tx.$queryRaw`SELECT 1 FROM "User" WHERE "id" = ${userId} FOR NO KEY UPDATE`
  // After the lock, so that a user who is being deleted or disabled gets no token.
  await requireAccount(ctx.tx, userId)
  if ((await ctx.tx.disabledUser.count({ where: { userId } })) > 0) {
    throw new DomainError(
      'conflict',
      'This user is disabled and can have no API tokens. Enable the user first.',
    )
  }
  const count = await ctx.tx.apiToken.count({
    where: { userId, OR: [{ expiresAt: null }, { expiresAt: { gt: ctx.now() } }] },
  })
  if (count >= maxPerUser) {
    throw new DomainError('conflict', `A user can have at most ${maxPerUser} API tokens. Revoke one first.`)
  }
}
