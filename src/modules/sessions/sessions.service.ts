import type { z } from 'zod'
import { newId } from '../../core/ids.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import { defineList } from '../../core/lists/define-list.ts'
import { loaderById } from '../../core/lists/loaders.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { listOperation, operation } from '../../core/operations/operation.ts'
import { Prisma, type Session } from '../../generated/prisma/client.ts'
import { announce } from '../../platform/announce.ts'
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

/**
 * Creates the session of the viewer, who has just proved who they are, and remembers their browser. Returns whether it
 * was known.
 */
export async function startSession(
  ctx: WriteContext,
  { method, browser, address, digest, identityId, ...browserDigests }: z.output<typeof StartSession>,
): Promise<{ session: Session; isKnownBrowser: boolean }> {
  const { userId } = ctx.viewer
  const now = ctx.now()
  const { browserDigest, formerBrowserDigest } = browserDigests
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
        authenticatedAt: now,
        expiresAt: new Date(now.getTime() + SESSION_DAYS * DAY_MS),
      },
    }),
    // With the oldest sessions, where there are too many.
    ctx.tx.$queryRaw<{ isKnown: boolean }[]>`
      WITH oldest AS (DELETE FROM "Session" WHERE "id" IN (
          SELECT "id" FROM "Session" WHERE "userId" = ${userId} ORDER BY "id" DESC OFFSET ${MAX_SESSIONS - 1})),
        former AS (DELETE FROM "KnownBrowser" WHERE "userId" = ${userId} AND "digest" = ${formerBrowserDigest} RETURNING 1)
      INSERT INTO "KnownBrowser" ("userId", "digest", "lastUsedAt") VALUES (${userId}, ${browserDigest}, ${now}::timestamptz)
      RETURNING EXISTS (SELECT 1 FROM former) AS "isKnown"`,
  ])
  await emitAboutUser(ctx, userId, 'session.started', { session: session.id })
  return { session, isKnownBrowser: known?.isKnown ?? false }
}

/** Ends sessions of a user on every node when the transaction commits. Returns those that existed. */
export async function endSessions(
  tx: Prisma.TransactionClient,
  where: Prisma.SessionWhereInput,
): Promise<string[]> {
  const sessions = await tx.session.findMany({ where, select: { id: true } })
  const ids = sessions.map(({ id }) => id)
  if (ids.length === 0) return []
  await tx.session.deleteMany({ where: { id: { in: ids } } })
  await announce(tx, ENDED_CHANNEL, ...ids)
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
  const ended = await endSessions(ctx.tx, { userId, id: { not: tokenId } })
  await emitAboutUser(ctx, userId, 'session.ended', ...ended.map((session) => ({ session })))
  return ended.length
}

/** Ends all of the viewer's sessions except the one that calls. */
export const endOtherSessions = operation({
  id: 'sessions.end_others',
  input: EndOtherSessions,
  scope: 'user:write',
  writes: true,
  authorize: async () => null,
  run: async (ctx) => ({ count: await endOthers(ctx) }),
})
