import { hash, randomBytes } from 'node:crypto'
import type { Authentication, AuthenticationOptions } from '../../core/access/authentication.ts'
import { type CredentialRow, StoredCredentials } from '../../core/access/stored-credentials.ts'
import type { Viewer } from '../../core/access/viewer.ts'
import { unauthenticated } from '../../core/errors.ts'
import { statement } from '../../platform/statements/statement.ts'

export const TOKEN_PREFIX = 'qre_'
/** The channel that notifies every node of a revoked token. */
export const REVOKED_CHANNEL = 'quire_tokens'

interface TokenRow extends CredentialRow {
  scopes: string[]
}

const FIND = statement<TokenRow>({
  name: 'tokenByDigest',
  text: `SELECT t."id", t."userId", t."scopes", t."expiresAt", t."lastUsedAt", EXISTS (
      SELECT 1 FROM "Member" m WHERE m."userId" = t."userId" AND m."role" IS NULL) AS "isGuest"
    FROM "ApiToken" t WHERE t."digest" = $1`,
})

const STILL_THERE = statement<{ id: string }>({
  name: 'tokensStillThere',
  text: `SELECT "id" FROM "ApiToken" WHERE "id" = ANY($1)`,
})

const NOTE_USE = statement({
  name: 'noteTokenUse',
  text: `UPDATE "ApiToken" SET "lastUsedAt" = $2 WHERE "id" = $1 AND ("lastUsedAt" IS NULL OR "lastUsedAt" < $2)`,
})

const REFUSAL = 'This token is unknown, expired or revoked. Send a valid one.'

/** A new token: 256 random bits behind a prefix that secret scanners can recognise. */
export function newToken(): string {
  return TOKEN_PREFIX + randomBytes(32).toString('base64url')
}

/** The digest that is stored of a token. A fast hash is enough: the input has 256 random bits. */
export function digestOf(token: string): string {
  return hash('sha256', token, 'hex')
}

/** The digest of the token in an `Authorization` header; undefined when the header contains no token. */
function digestIn(authorization: string): string | undefined {
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  return token?.startsWith(TOKEN_PREFIX) ? digestOf(token) : undefined
}

/** Resolves bearer tokens to viewers. */
export class TokenAuthentication extends StoredCredentials<TokenRow> implements Authentication {
  constructor(options: AuthenticationOptions) {
    super(
      {
        name: 'tokens',
        channel: REVOKED_CHANNEL,
        find: FIND,
        stillThere: STILL_THERE,
        noteUse: NOTE_USE,
        viewerOf: ({ id, userId, scopes, expiresAt, isGuest }) => ({
          userId,
          tokenId: id,
          scopes,
          expiresAt,
          isGuest,
        }),
        refusal: REFUSAL,
      },
      options,
    )
  }

  async viewerOf(authorization: string | undefined, beforeLookup?: () => void): Promise<Viewer | null> {
    if (authorization === undefined || authorization === '') return null
    const digest = digestIn(authorization)
    if (digest === undefined) throw unauthenticated(REFUSAL)
    return this.find(digest, beforeLookup)
  }
}
