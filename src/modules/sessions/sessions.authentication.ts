import type { AuthenticationOptions, SessionAuthentication } from '../../core/access/authentication.ts'
import { type CredentialRow, StoredCredentials } from '../../core/access/stored-credentials.ts'
import type { Viewer } from '../../core/access/viewer.ts'
import { statement } from '../../platform/statements/statement.ts'
import { digestOf } from '../tokens/index.ts'
import { IDLE_DAYS } from './sessions.model.ts'

/** The channel that notifies every node of an ended session. */
export const ENDED_CHANNEL = 'quire_sessions'

interface SessionRow extends CredentialRow {
  authenticatedAt: Date
}

const FIND = statement<SessionRow>({
  name: 'sessionByDigest',
  text: `SELECT s."id", s."userId", LEAST(s."expiresAt", s."lastSeenAt" + interval '${IDLE_DAYS} days') AS "expiresAt",
      s."lastSeenAt" AS "lastUsedAt", s."authenticatedAt", EXISTS (
        SELECT 1 FROM "Member" m WHERE m."userId" = s."userId" AND m."role" IS NULL) AS "isGuest"
    FROM "Session" s WHERE s."digest" = $1
      AND NOT EXISTS (SELECT 1 FROM "DisabledUser" d WHERE d."userId" = s."userId")`,
})

const STILL_THERE = statement<{ id: string }>({
  name: 'sessionsStillThere',
  text: `SELECT "id" FROM "Session" WHERE "id" = ANY($1)`,
})

const NOTE_USE = statement({
  name: 'noteSessionUse',
  text: `UPDATE "Session" SET "lastSeenAt" = $2 WHERE "id" = $1 AND "lastSeenAt" < $2`,
})

/** Resolves the secrets of sessions to viewers. A session has all rights of its person. */
export class StoredSessions extends StoredCredentials<SessionRow> implements SessionAuthentication {
  constructor(options: AuthenticationOptions) {
    super(
      {
        name: 'sessions',
        channel: ENDED_CHANNEL,
        find: FIND,
        stillThere: STILL_THERE,
        noteUse: NOTE_USE,
        viewerOf: ({ id, userId, expiresAt, isGuest, authenticatedAt }) => ({
          userId,
          tokenId: id,
          scopes: [],
          expiresAt,
          isGuest,
          session: { authenticatedAt },
        }),
        refusal: 'You are signed out: this session has ended. Sign in again.',
      },
      options,
    )
  }

  viewerOf(secret: string, beforeLookup?: () => void): Promise<Viewer> {
    return this.find(digestOf(secret), beforeLookup)
  }
}
