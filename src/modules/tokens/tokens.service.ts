import { holdsScope, requireRecentSignIn, requireUnscoped } from '../../core/access/viewer.ts'
import { DomainError, forbidden, invalidField } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { operation } from '../../core/operations/operation.ts'
import { type ApiToken, Prisma } from '../../generated/prisma/client.ts'
import { announce } from '../../platform/announce.ts'
import {
  emitAboutUser,
  getUserRow,
  listOwnRows,
  mayIssueTokensFor,
  ownRowById,
  requireAccount,
} from '../users/index.ts'
import { digestOf, newToken, REVOKED_CHANNEL } from './tokens.authentication.ts'
import { CreateApiToken, RevokeApiToken } from './tokens.model.ts'

const stored = { table: 'ApiToken', columns: columnsOf('r', Prisma.ApiTokenScalarFieldEnum) }

export const apiTokenById = loaderById<ApiToken>({
  name: 'apiTokenById',
  scope: 'user:read',
  text: ownRowById(stored),
})

/** The viewer's own tokens, newest first. */
export const listApiTokens = listOwnRows<ApiToken>({
  name: 'tokens',
  ...stored,
  order: 'desc',
})

/** Returns the token itself once; only its digest is stored. */
export const createApiToken = operation({
  id: 'tokens.create',
  input: CreateApiToken,
  scope: 'user:write',
  writes: true,
  authorize: async (ctx, input) => {
    requireRecentSignIn(ctx)
    const userId = input.user ?? ctx.viewer.userId
    if (!mayIssueTokensFor(await getUserRow(ctx.reads, ctx.viewer.userId), userId)) {
      throw forbidden('Only an operator of this instance can create tokens for other users. Omit `user`.')
    }
    if (userId !== ctx.viewer.userId) requireUnscoped(ctx.viewer, 'Creating tokens for other users')
    await getUserRow(ctx.reads, userId)
    // A scoped token must not be able to create an unscoped one.
    const wider = (input.scopes ?? []).filter((scope) => !holdsScope(ctx.viewer, scope))
    if (ctx.viewer.scopes.length > 0 && (!input.scopes?.length || wider.length > 0)) {
      throw new DomainError(
        'forbidden',
        'A scoped token can only create tokens with scopes that it has itself.',
      )
    }
    // Nor an expiring token one that does not expire.
    const expiresAt = ctx.viewer.session ? null : ctx.viewer.expiresAt
    if (expiresAt && (input.expiresAt === undefined || new Date(input.expiresAt) > expiresAt)) {
      throw new DomainError(
        'forbidden',
        `Your token expires at ${expiresAt.toISOString()}, so it can only create tokens that expire by then.`,
      )
    }
    return userId
  },
  run: async (ctx, input, userId) => {
    const token = newToken()
    const expiresAt = input.expiresAt === undefined ? null : new Date(input.expiresAt)
    if (expiresAt && expiresAt <= ctx.now()) {
      throw invalidField('expiresAt', `must be in the future (got ${expiresAt.toISOString()})`)
    }
    await requireRoom(ctx, userId)
    const apiToken = await ctx.tx.apiToken.create({
      data: {
        id: newId('ApiToken'),
        userId,
        label: input.label,
        digest: digestOf(token),
        scopes: input.scopes ?? [],
        createdAt: ctx.now(),
        expiresAt,
      },
    })
    await emitAboutUser(ctx, userId, 'token.created', { token: apiToken.id })
    return { apiToken, token }
  },
})

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

/** Revokes a token of the viewer, and ends every connection that uses it. True when there was one. */
export const revokeApiToken = operation({
  id: 'tokens.revoke',
  input: RevokeApiToken,
  scope: 'user:write',
  writes: true,
  authorize: async (ctx) => ctx.viewer.userId,
  changes: (userId, { tokenId }) => ({ table: 'ApiToken', where: { id: tokenId, userId } }),
  run: async (ctx, { tokenId }, userId) => {
    const { count } = await ctx.tx.apiToken.deleteMany({ where: { id: tokenId, userId } })
    // Sent at commit, so that nodes that receive it no longer find the token.
    if (count > 0) {
      await announce(ctx.tx, REVOKED_CHANNEL, tokenId)
      await emitAboutUser(ctx, userId, 'token.revoked', { token: tokenId })
    }
    return { deletedId: tokenId, existed: count > 0 }
  },
})
