import { z } from 'zod'
import { invalidField } from '../../../core/errors.ts'
import { operation } from '../../../core/operations/operation.ts'
import { digestOf } from '../../tokens/index.ts'
import { emitAboutUser } from '../../users/index.ts'
import { CODE_MS } from '../codes/one-time-codes.ts'
import { endSessions } from '../sessions.service.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

const Claim = z.string().min(1).max(255)

/** What a logout token states: which sessions end, all of a subject or one. */
const LogoutClaims = z
  .object({ issuer: z.string(), jti: Claim, subject: Claim.nullable(), session: Claim.nullable() })
  .refine(({ subject, session }) => subject !== null || session !== null)

export type LogoutClaims = z.output<typeof LogoutClaims>

const Token = z.object({
  iss: z.string(),
  jti: Claim,
  sub: Claim.nullish(),
  sid: Claim.nullish(),
  events: z.object({ [EVENT]: z.looseObject({}) }),
  // An ID token is none.
  nonce: z.undefined().optional(),
})

/** The statement of a token whose signature has been verified. Throws for other tokens. */
export function logoutClaims(claims: unknown): LogoutClaims {
  const { iss: issuer, jti, sub = null, sid = null } = Token.parse(claims)
  return LogoutClaims.parse({ issuer, jti, subject: sub, session: sid })
}

/** Ends sessions of the viewer, who has signed out at the provider. Each token does so once. */
export const endSessionsByProvider = operation({
  id: 'sessions.end_by_provider',
  input: LogoutClaims,
  scope: 'user:write',
  writes: true,
  authorize: async (ctx, { issuer, jti }) => {
    const { userId } = ctx.viewer
    const createdAt = ctx.now()
    const expiresAt = new Date(createdAt.getTime() + CODE_MS.logout)
    const digest = digestOf(`${issuer}\n${jti}`)
    const data = { digest, kind: 'logout', createdAt, expiresAt, usedAt: createdAt }
    const { count } = await ctx.tx.oneTimeCode.createMany({ data, skipDuplicates: true })
    if (count === 0) throw invalidField('logout_token', 'was used already; send a new one')
    return userId
  },
  run: async (ctx, { issuer, subject, session }, userId) => {
    const ended = await endSessions(ctx.tx, { userId, issuer, subject, providerSession: session })
    await emitAboutUser(ctx, userId, 'session.ended', ...ended.map((id) => ({ session: id })))
    return { count: ended.length }
  },
})
