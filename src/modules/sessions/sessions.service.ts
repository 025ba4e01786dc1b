import type { z } from 'zod'
import { newId } from '../../core/ids.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { operation } from '../../core/operations/operation.ts'
import { Prisma, type Session } from '../../generated/prisma/client.ts'
import { announce } from '../../platform/announce.ts'
import { sendMail } from '../mail/index.ts'
import { declareCredentials } from '../tokens/index.ts'
import { emitAboutUser, listOwnRows, ownRowById } from '../users/index.ts'
import { ENDED_CHANNEL } from './sessions.authentication.ts'
import {
  DAY_MS,
  EndOtherSessions,
  EndSession,
  IDLE_DAYS,
  MAX_SESSIONS,
  SESSION_DAYS,
  type StartSession,
} from './sessions.model.ts'

/** When a session ends if it is not used any more. */
const ENDS_AT = `LEAST(r."expiresAt", r."lastSeenAt" + interval '${IDLE_DAYS} days')`

export type SessionRow = Omit<Session, 'sealedIdToken' | 'digest'> & { endsAt: Date }

const { sealedIdToken: _token, digest: _digest, ...shown } = Prisma.SessionScalarFieldEnum

const stored = { table: 'Session', columns: `${columnsOf('r', shown)}, ${ENDS_AT} AS "endsAt"` }

export const sessionById = loaderById<SessionRow>({
  name: 'sessionById',
  scope: 'user:read',
  text: ownRowById(stored),
})

/** The viewer's own sessions that have not ended, newest first. */
export const listSessions = listOwnRows<SessionRow>({
  name: 'sessions',
  ...stored,
  condition: `${ENDS_AT} > now()`,
  order: 'desc',
})

/** A sign-in as far as the database knows it. */
interface StartedIn {
  isKnown: boolean
  hasSignedInBefore: boolean
  email: string | null
  language: string | null
  /** The sessions that ended for it, where there were too many. */
  ended: string[]
}

/** The page with the sessions of a person. */
const accountLink = (origin: string) => `${origin}/app/account`

/**
 * Creates the session of the viewer, who has just proved who they are, and remembers their browser. Returns whether it
 * was known; otherwise the person is told by mail, except when they sign in for the first time.
 */
export async function startSession(
  ctx: WriteContext,
  { method, browser, address, digest, identityId, language, ...others }: z.output<typeof StartSession>,
): Promise<{ session: Session; isKnownBrowser: boolean }> {
  const { userId } = ctx.viewer
  const now = ctx.now()
  const { browserDigest, formerBrowserDigest, authenticatedAt = now } = others
  const { providerSession = null, sealedIdToken = null } = others
  const id = newId('Session')
  const [session, [known]] = await Promise.all([
    ctx.tx.session.create({
      data: {
        id,
        userId,
        digest,
        method,
        browser,
        address,
        identityId: identityId ?? null,
        createdAt: now,
        lastSeenAt: now,
        authenticatedAt,
        providerSession,
        sealedIdToken,
        expiresAt: new Date(now.getTime() + SESSION_DAYS * DAY_MS),
      },
    }),
    ctx.tx.$queryRaw<StartedIn[]>`
      WITH oldest AS (DELETE FROM "Session" WHERE "id" IN (
          SELECT "id" FROM "Session" WHERE "userId" = ${userId} AND "id" <> ${id}
          ORDER BY "id" DESC OFFSET ${MAX_SESSIONS - 1}) RETURNING "id"),
        former AS (DELETE FROM "KnownBrowser" WHERE "userId" = ${userId} AND "digest" = ${formerBrowserDigest} RETURNING 1)
      INSERT INTO "KnownBrowser" ("userId", "digest", "lastUsedAt") VALUES (${userId}, ${browserDigest}, ${now}::timestamptz)
      RETURNING EXISTS (SELECT 1 FROM former) AS "isKnown",
        EXISTS (SELECT 1 FROM "KnownBrowser" k WHERE k."userId" = ${userId}) AS "hasSignedInBefore",
        (SELECT u."email" FROM "User" u WHERE u."id" = ${userId}) AS "email",
        (SELECT p."language" FROM "Preferences" p WHERE p."userId" = ${userId}) AS "language",
        ARRAY(SELECT "id" FROM oldest) AS "ended"`,
  ])
  await announceEnd(ctx.tx, known?.ended ?? [])
  const isKnownBrowser = known?.isKnown ?? false
  if (known?.email && known.hasSignedInBefore && !isKnownBrowser) {
    await sendMail(ctx, {
      template: 'newSignIn',
      data: { browser, address, at: now, link: accountLink(ctx.tools.settings.origin()) },
      to: { name: null, address: known.email },
      language: known.language ?? language,
      organizationId: null,
    })
  }
  await emitAboutUser(ctx, userId, 'session.started', { session: session.id })
  return { session, isKnownBrowser }
}

/** Which sessions of a user end: all, unless some are named. */
export interface SessionsToEnd {
  userId: string
  id?: string
  /** All but this one. */
  except?: string
  /** Those that an account at a provider started. */
  identityId?: string
  issuer?: string
  subject?: string | null
  /** The session at the provider. */
  providerSession?: string | null
}

/** Ends sessions of a user on every node when the transaction commits. Returns those that existed. */
export async function endSessions(
  tx: Prisma.TransactionClient,
  { userId, id, except, identityId, issuer, subject, providerSession }: SessionsToEnd,
): Promise<string[]> {
  const ended = await tx.$queryRaw<{ id: string }[]>`
    DELETE FROM "Session" s WHERE s."userId" = ${userId}
      AND s."id" = coalesce(${id ?? null}::text, s."id") AND s."id" <> coalesce(${except ?? null}::text, '')
      AND (${identityId ?? null}::text IS NULL OR s."identityId" = ${identityId ?? null})
      AND (${providerSession ?? null}::text IS NULL OR s."providerSession" = ${providerSession ?? null})
      AND (${issuer ?? null}::text IS NULL OR EXISTS (SELECT 1 FROM "Identity" i WHERE i."id" = s."identityId"
        AND i."issuer" = ${issuer ?? null} AND i."subject" = coalesce(${subject ?? null}::text, i."subject")))
    RETURNING s."id"`
  const ids = ended.map((session) => session.id)
  await announceEnd(tx, ids)
  return ids
}

/** Tells every node that sessions have ended, so that it closes their connections. */
async function announceEnd(tx: Prisma.TransactionClient, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await announce(tx, ENDED_CHANNEL, ...ids)
}

declareCredentials({ end: async (tx, userId) => (await endSessions(tx, { userId })).length })

/** Ends one of the viewer's sessions, and every connection that uses it. */
export const endSession = operation({
  id: 'sessions.end',
  input: EndSession,
  scope: 'user:write',
  writes: true,
  authorize: async (ctx) => ctx.viewer.userId,
  run: async (ctx, { sessionId }, userId) => {
    const ended = await endSessions(ctx.tx, { id: sessionId, userId })
    if (ended.length > 0) await emitAboutUser(ctx, userId, 'session.ended', { session: sessionId })
    return { deletedId: sessionId, existed: ended.length > 0 }
  },
})

/** Ends the sessions of the viewer except the one that calls, and returns how many there were. */
export async function endOthers(ctx: WriteContext): Promise<number> {
  const { userId, tokenId } = ctx.viewer
  const ended = await endSessions(ctx.tx, { userId, except: tokenId })
  await emitAboutUser(ctx, userId, 'session.ended', ...ended.map((session) => ({ session })))
  return ended.length
}

/** Ends all of the viewer's sessions except the one that calls. */
export const endOtherSessions = operation({
  id: 'sessions.endOthers',
  input: EndOtherSessions,
  scope: 'user:write',
  writes: true,
  authorize: async () => null,
  run: async (ctx) => ({ count: await endOthers(ctx) }),
})
