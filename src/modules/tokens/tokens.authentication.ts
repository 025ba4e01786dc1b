import { hash, randomBytes } from 'node:crypto'
import type { Authentication, AuthenticationOptions } from '../../core/access/authentication.ts'
import type { Viewer } from '../../core/access/viewer.ts'
import { unauthenticated } from '../../core/errors.ts'
import type { Database } from '../../platform/database.ts'
import { MeteredCache } from '../../platform/observing/metered-cache.ts'
import { statement } from '../../platform/statements/statement.ts'

export const TOKEN_PREFIX = 'qre_'
/** The channel that notifies every node of a revoked token. */
export const REVOKED_CHANNEL = 'quire_tokens'

/** The longest time that a node uses a cached token when no notification of its revocation arrives. */
const TRUST_MS = 1_000
/** The shortest interval between two updates of a token's last use. */
const LAST_USE_MS = 60_000
/** The size of the token cache in bytes, enough for 10,000 tokens without scopes. */
const REMEMBERED_BYTES = 8 * 1024 * 1024
/** The heap size of a cached token without its scopes. */
const TOKEN_BYTES = 800
/** Node's timers are limited to 31 bits; a longer wait consists of several. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

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

interface TokenRow {
  id: string
  userId: string
  scopes: string[]
  expiresAt: Date | null
  lastUsedAt: Date | null
  isGuest: boolean
}

interface Remembered {
  viewer: Viewer
  until: number
}

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

const NOTE_USE = statement({
  name: 'noteTokenUse',
  text: `UPDATE "ApiToken" SET "lastUsedAt" = $2 WHERE "id" = $1 AND ("lastUsedAt" IS NULL OR "lastUsedAt" < $2)`,
})

/**
 * Resolves bearer tokens to viewers, and notifies live connections when their token expires or is revoked.
 */
export class TokenAuthentication implements Authentication {
  readonly #db: Database
  readonly #now: () => Date
  /** By the digest of the token; the least recently used ones are evicted first. */
  readonly #known = new MeteredCache<string, Remembered>('tokens', {
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ viewer: { scopes } }) =>
      TOKEN_BYTES + scopes.join('').length * 2 + scopes.length * 50,
  })
  readonly #ends = new Map<string, Set<() => void>>()

  readonly channels = { [REVOKED_CHANNEL]: (tokenId: string) => this.#revoked(tokenId) }

  constructor({ database, now }: AuthenticationOptions) {
    this.#db = database
    this.#now = now
  }

  async viewerOf(authorization: string | undefined, beforeLookup?: () => void): Promise<Viewer | null> {
    if (authorization === undefined || authorization === '') return null
    const digest = digestIn(authorization)
    if (digest === undefined) throw unauthenticated(REFUSAL)
    const now = this.#now().getTime()
    const known = this.#known.get(digest)
    if (!known) beforeLookup?.()
    const viewer = known && known.until > now ? known.viewer : await this.#find(digest, now)
    if (viewer.expiresAt && viewer.expiresAt.getTime() <= now) throw unauthenticated(REFUSAL)
    return viewer
  }

  onEnd(viewer: Viewer, end: () => void): () => void {
    const waiting = this.#ends.get(viewer.tokenId) ?? new Set()
    this.#ends.set(viewer.tokenId, waiting)
    let timer: NodeJS.Timeout | undefined
    const forget = () => {
      clearTimeout(timer)
      waiting.delete(finish)
      if (waiting.size === 0) this.#ends.delete(viewer.tokenId)
    }
    const finish = () => {
      forget()
      end()
    }
    const watchExpiry = () => {
      if (!viewer.expiresAt) return
      const left = viewer.expiresAt.getTime() - this.#now().getTime()
      if (left <= 0) return finish()
      timer = setTimeout(watchExpiry, Math.min(left, LONGEST_TIMER_MS))
      timer.unref()
    }
    watchExpiry()
    waiting.add(finish)
    return forget
  }

  /** Removes a token from the cache and ends its connections; called on every node when it is revoked. */
  #revoked(tokenId: string): void {
    for (const [digest, { viewer }] of this.#known) {
      if (viewer.tokenId === tokenId) this.#known.delete(digest)
    }
    for (const end of [...(this.#ends.get(tokenId) ?? [])]) end()
  }

  async recheck(): Promise<void> {
    const tokenIds = [...this.#ends.keys()]
    if (tokenIds.length === 0) return
    const rows = await this.#db.query(STILL_THERE, [tokenIds])
    const there = new Set(rows.map(({ id }) => id))
    for (const tokenId of tokenIds) if (!there.has(tokenId)) this.#revoked(tokenId)
  }

  async #find(digest: string, now: number): Promise<Viewer> {
    const [row] = await this.#db.query(FIND, [digest])
    if (!row) {
      this.#known.delete(digest)
      throw unauthenticated(REFUSAL)
    }
    const viewer: Viewer = {
      userId: row.userId,
      tokenId: row.id,
      scopes: row.scopes,
      expiresAt: row.expiresAt,
      isGuest: row.isGuest,
    }
    this.#known.set(digest, { viewer, until: now + TRUST_MS })
    if (!row.lastUsedAt || now - row.lastUsedAt.getTime() >= LAST_USE_MS) this.#noteUse(row.id, now)
    return viewer
  }

  /** The request does not wait for it: losing one update of the last use is harmless. */
  #noteUse(tokenId: string, now: number): void {
    this.#db.query(NOTE_USE, [tokenId, new Date(now)]).catch(() => {})
  }
}
