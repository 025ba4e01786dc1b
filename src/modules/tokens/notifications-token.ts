import { z } from 'zod'
import { holdsScope, type Scope } from '../../core/access/viewer.ts'
import { forbidden } from '../../core/errors.ts'
import { operation } from '../../core/operations/operation.ts'
import { insertToken } from './insert-token.ts'

export const CreateNotificationsToken = z.object({})

const LIFETIME_MS = 60 * 60 * 1000
const LABEL = 'Notifications'
/** What operations on notifications need: they tell about spaces, and change the inbox of their user. */
const SCOPES: readonly Scope[] = ['space:read', 'user:write']

/** A token for programs that show the notifications of a user and that should not have a token of more use or duration. */
export const createNotificationsToken = operation({
  id: 'tokens.createForNotifications',
  input: CreateNotificationsToken,
  scope: 'user:write',
  writes: true,
  authorize: async ({ viewer }) => {
    const missing = SCOPES.find((scope) => !holdsScope(viewer, scope))
    if (missing)
      throw forbidden(`Your token does not have the scope ${missing}, so it cannot create one that has it.`)
    return viewer.userId
  },
  run: async (ctx, _input, userId) => {
    const now = ctx.now()
    // Clients ask for a new one every hour, and nobody would revoke the old ones.
    await ctx.tx.apiToken.deleteMany({ where: { userId, label: LABEL, expiresAt: { lte: now } } })
    const latest = new Date(now.getTime() + LIFETIME_MS)
    const { session, expiresAt: own } = ctx.viewer
    // A token that expires cannot create one that lasts longer.
    const expiresAt = !session && own && own < latest ? own : latest
    return insertToken(ctx, userId, { label: LABEL, scopes: [...SCOPES], expiresAt })
  },
})
