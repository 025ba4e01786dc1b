import type { z } from 'zod'
import { newId } from '../../core/ids.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { listOperation, operation } from '../../core/operations/operation.ts'
import { Prisma, type Session } from '../../generated/prisma/client.ts'
import { announce } from '../../platform/announce.ts'
import { sendMail } from '../mail/index.ts'
import { declareCredentials } from '../tokens/index.ts'
import { emitAboutUser } from '../users/index.ts'
import { ENDED_CHANNEL } from './sessions.authentication.ts'
import {
  DAY_MS,
  EndOtherSessions,
  EndSession,
  IDLE_DAYS,
  ListSessions,
  MAX_SESSIONS,
  SESSION_DAYS,
  type StartSession,
} from './sessions.model.ts'

/** The columns of a session; when it ends without further use is computed. */
const columns = `${columnsOf('s', Prisma.SessionScalarFieldEnum)},
  LEAST(s."expiresAt", s."lastSeenAt" + interval '${IDLE_DAYS} days') AS "endsAt"`

export type SessionRow = Session & { endsAt: Date }

/** The viewer's own sessions; those of other users are not found. */
export const sessionById = loaderById<SessionRow>({
  name: 'sessionById',
  scope: 'user:read',
  text: `SELECT ${columns} FROM "Session" s WHERE s."id" = ANY($1) AND s."userId" = $2`,
})

/** A user's own sessions that have not ended, newest first. */
const sessionsOfUser = defineList<{ id: string }, object, SessionRow>({
  name: 'sessions',
  columns,
  from: '"Session" s',
  match: `s."userId" = p.key AND LEAST(s."expiresAt", s."lastSeenAt" + interval '${IDLE_DAYS} days') > now()`,
  key: (user) => user.id,
  sort: [{ sql: 's."id"', type: 'text', value: (session) => session.id }],
  order: () => 'desc',
})

export const listSessions = listOperation({
  id: 'sessions.list',
  input: ListSessions,
  filters: ListSessions,
  scope: 'user:read',
  parent: async (ctx) => ({ id: ctx.viewer.userId }),
  list: () => sessionsOfUser,
})

/** A sign-in as far as the database knows it. */
interface StartedIn {
  isKnown: boolean
  hasSignedInBefore: boolean
  email: string | null
  language: string | null
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
  const { browserDigest, formerBrowserDigest, providerSession = null, authenticatedAt = now } = others
  const [session, [known]] = await Promise.all([
    ctx.tx.session.create({
      data: {
        id: newId('Session'),
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
        expiresAt: new Date(now.getTime() + SESSION_DAYS * DAY_MS),
      },
    }),
    // With the oldest sessions, where there are too many.
    ctx.tx.$queryRaw<StartedIn[]>`
      WITH oldest AS (DELETE FROM "Session" WHERE "id" IN (
          SELECT "id" FROM "Session" WHERE "userId" = ${userId} ORDER BY "id" DESC OFFSET ${MAX_SESSIONS - 1})),
        former AS (DELETE FROM "KnownBrowser" WHERE "userId" = ${userId} AND "digest" = ${formerBrowserDigest} RETURNING 1)
      INSERT INTO "KnownBrowser" ("userId", "digest", "lastUsedAt") VALUES (${userId}, ${browserDigest}, ${now}::timestamptz)
      RETURNING EXISTS (SELECT 1 FROM former) AS "isKnown",
        EXISTS (SELECT 1 FROM "KnownBrowser" k WHERE k."userId" = ${userId}) AS "hasSignedInBefore",
        (SELECT u."email" FROM "User" u WHERE u."id" = ${userId}) AS "email",
        (SELECT p."language" FROM "Preferences" p WHERE p."userId" = ${userId}) AS "language"`,
  ])
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
  if (ids.length > 0) await announce(tx, ENDED_CHANNEL, ...ids)
  return ids
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
