import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/database.ts'
import { MeteredCache } from '../../platform/observing/metered-cache.ts'
import type { Statement } from '../../platform/statements/statement.ts'
import { unauthenticated } from '../errors.ts'
import type { AuthenticationOptions } from './authentication.ts'
import type { Viewer } from './viewer.ts'

/** The longest time that a node uses cached credentials when no message of their end arrives. */
const TRUST_MS = 1_000
/** The shortest interval between two updates of the last use. */
const LAST_USE_MS = 60_000
/** The size of a cache in bytes, enough for 10,000 credentials without scopes. */
const REMEMBERED_BYTES = 8 * 1024 * 1024
/** The heap size of cached credentials without their scopes. */
const CREDENTIAL_BYTES = 800
/** How many credentials that have ended a node knows. A connection that opens meanwhile takes seconds at most. */
const MAX_ENDED = 10_000
/** Node's timers are limited to 31 bits; a longer wait consists of several. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** What a statement finds by the digest of credentials. */
export interface CredentialRow {
  id: string
  userId: string
  expiresAt: Date | null
  lastUsedAt: Date | null
  isGuest: boolean
}

/** A kind of credentials in the database, such as API tokens. */
export interface CredentialKind<Row extends CredentialRow> {
  /** The name of its cache in metrics. */
  readonly name: string
  /** The channel that notifies every node of the end of one, by its id. */
  readonly channel: string
  /** Finds one by its digest, $1. */
  readonly find: Statement<Row>
  /** Finds the ids among $1 that still exist. */
  readonly stillThere: Statement<{ id: string }>
  /** Stores the last use, $2, of the one with the id $1. */
  readonly noteUse: Statement
  readonly viewerOf: (row: Row) => Viewer
  /** The message for those that are not valid. */
  readonly refusal: string
}

interface Remembered {
  viewer: Viewer
  until: number
}

/** Resolves the digests of credentials to viewers, and notifies live connections when theirs expire or are revoked. */
export class StoredCredentials<Row extends CredentialRow> {
  readonly #kind: CredentialKind<Row>
  readonly #db: Database
  readonly #now: () => Date
  /** By digest; the least recently used ones are evicted first. */
  readonly #known: MeteredCache<string, Remembered>
  readonly #ends = new Map<string, Set<() => void>>()
  /** The ids of credentials that ended last, numbered, for those who looked them up before and use them after. */
  readonly #endedLast = new LRUCache<string, number>({ max: MAX_ENDED })
  #endings = 0

  readonly channels: Readonly<Record<string, (id: string) => void>>

  constructor(kind: CredentialKind<Row>, { database, now }: AuthenticationOptions) {
    this.#kind = kind
    this.#db = database
    this.#now = now
    this.#known = new MeteredCache(kind.name, {
      maxSize: REMEMBERED_BYTES,
      sizeCalculation: ({ viewer: { scopes } }) =>
        CREDENTIAL_BYTES + scopes.join('').length * 2 + scopes.length * 50,
    })
    this.channels = { [kind.channel]: (id) => this.#ended(id) }
  }

  /** `beforeLookup` runs before credentials that this node has not seen are looked up in the database. */
  async find(digest: string, beforeLookup?: () => void): Promise<Viewer> {
    const now = this.#now().getTime()
    const known = this.#known.get(digest)
    if (!known) beforeLookup?.()
    const viewer = known && known.until > now ? known.viewer : await this.#read(digest, now)
    if (viewer.expiresAt && viewer.expiresAt.getTime() <= now) throw unauthenticated(this.#kind.refusal)
    return viewer
  }

  /** Calls `end` when the credentials of a viewer end, and at once if they have ended since they were looked up. */
  onEnd(viewer: Viewer, end: () => void): () => void {
    if (this.#endedLast.has(viewer.tokenId)) {
      end()
      return () => {}
    }
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

  async recheck(): Promise<void> {
    const ids = [...this.#ends.keys()]
    if (ids.length === 0) return
    const rows = await this.#db.query(this.#kind.stillThere, [ids])
    const there = new Set(rows.map(({ id }) => id))
    for (const id of ids) if (!there.has(id)) this.#ended(id)
  }

  /** Removes credentials from the cache and ends their connections; called on every node when they are revoked. */
  #ended(id: string): void {
    this.#endedLast.set(id, this.#endings++)
    for (const [digest, { viewer }] of this.#known) {
      if (viewer.tokenId === id) this.#known.delete(digest)
    }
    for (const end of [...(this.#ends.get(id) ?? [])]) end()
  }

  async #read(digest: string, now: number): Promise<Viewer> {
    const before = this.#endings
    const [row] = await this.#db.query(this.#kind.find, [digest])
    const hasEndedMeanwhile = row !== undefined && (this.#endedLast.get(row.id) ?? -1) >= before
    if (!row || hasEndedMeanwhile) {
      this.#known.delete(digest)
      throw unauthenticated(this.#kind.refusal)
    }
    this.#endedLast.delete(row.id)
    const viewer = this.#kind.viewerOf(row)
    this.#known.set(digest, { viewer, until: now + TRUST_MS })
    if (!row.lastUsedAt || now - row.lastUsedAt.getTime() >= LAST_USE_MS) this.#noteUse(row.id, now)
    return viewer
  }

  /** The request does not wait for it: losing one update of the last use is harmless. */
  #noteUse(id: string, now: number): void {
    this.#db.query(this.#kind.noteUse, [id, new Date(now)]).catch(() => {})
  }
}
