import { holdsScope, requireRecentSignIn, requireUnscoped } from '../../core/access/viewer.ts'
import { DomainError, forbidden, invalidField } from '../../core/errors.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import { operation } from '../../core/operations/operation.ts'
import { type ApiToken, Prisma } from '../../generated/prisma/client.ts'
import { announce } from '../../platform/announce.ts'
import { emitAboutUser, getUserRow, listOwnRows, mayIssueTokensFor, ownRowById } from '../users/index.ts'
import { insertToken } from './insert-token.ts'
import { REVOKED_CHANNEL } from './tokens.authentication.ts'
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
    const expiresAt = input.expiresAt === undefined ? null : new Date(input.expiresAt)
    if (expiresAt && expiresAt <= ctx.now()) {
      throw invalidField('expiresAt', `must be in the future (got ${expiresAt.toISOString()})`)
    }
    return insertToken(ctx, userId, { label: input.label, scopes: input.scopes ?? [], expiresAt })
  },
})

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
