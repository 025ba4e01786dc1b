import DataLoader from 'dataloader'
import { DomainError } from '../../core/errors.ts'
import { BATCH, type PositionedEvent, Subscription } from '../../core/events/subscription.ts'
import type { UserFeed } from '../../core/events/user-feed.ts'
import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { INBOX_CHANNEL, usersIn } from './inbox-channel.ts'
import {
  completeNotification,
  INBOXES,
  isShown,
  NOTIFICATION_COLUMNS,
  type NotificationRow,
  notificationsFrom,
  numberIn,
  type StoredNotification,
} from './notifications.loaders.ts'
import { findPages } from './notifications.pages.ts'

/** A change of an inbox: one notification was added or changed, or several were changed at once. */
export interface InboxChange extends PositionedEvent {
  userId: string
  /** The number of notifications. */
  size: number
  /** Null if there are several. */
  notification: NotificationRow | null
  /** The unread notifications now. Read together for all users who ask at the same time. */
  unread: () => Promise<number>
}

/** The users whose changes one statement reads. */
const USERS = 1_000

type StoredChange = StoredNotification & { reader: string; changeNumber: string; size: number }

/** The changes of inboxes ($1) after a number of each ($2), which their users can see now. */
const CHANGED = statement<StoredChange>({
  name: 'changesOfInboxes',
  text: `SELECT live."userId" AS "reader", g."number"::text AS "changeNumber", g."size", one.*
    FROM unnest($1::text[], $2::bigint[]) AS live("userId", "after")
    CROSS JOIN LATERAL (SELECT n."number", count(*)::int AS "size", min(n."id") AS "id" FROM ${notificationsFrom('live."userId"')}
      WHERE n."userId" = live."userId" AND n."number" > live."after" AND ${isShown('live."userId"')}
      GROUP BY n."number" ORDER BY n."number" LIMIT ${BATCH}) g
    CROSS JOIN LATERAL (SELECT ${NOTIFICATION_COLUMNS} FROM ${notificationsFrom('live."userId"')} WHERE n."id" = g."id") one`,
})

/** The inbox of one user on this node. */
interface Stream {
  /** Every change up to this number was passed to the current listeners. */
  number: bigint
  ready: Promise<void>
  /** Those that listen, and those that are about to; without either, the stream is removed. */
  followers: number
  listeners: Set<(change: InboxChange) => void>
}

const expired = () =>
  new DomainError(
    'invalid_cursor',
    'after: Notifications after this cursor were removed because they are older than the retention. Start again without a cursor, and list your notifications.',
  )

/**
 * Delivers the changes of inboxes to their live subscribers on this node. The notifications are the source; a notification
 * between nodes only says when to read, for all users that it names in one statement.
 */
export class InboxFeed implements UserFeed {
  readonly channel = INBOX_CHANNEL
  readonly #db: Queryable
  readonly #onError: (error: unknown) => void
  readonly #streams = new Map<string, Stream>()
  readonly #open = new Set<Subscription<InboxChange>>()
  readonly #unread: DataLoader<string, number>
  readonly #woken = new Set<string>()
  #isReading = false
  #isClosed = false

  constructor(db: Queryable, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
    this.#unread = new DataLoader(
      async (userIds) => {
        const rows = await db.query(INBOXES, [userIds])
        const found = new Map(rows.map(({ userId, unread }) => [userId, unread]))
        return userIds.map((id) => found.get(id) ?? 0)
      },
      { maxBatchSize: USERS, cache: false },
    )
  }

  get size(): number {
    return this.#open.size
  }

  onMessage(payload: string): void {
    for (const userId of usersIn(payload)) if (this.#streams.has(userId)) this.#woken.add(userId)
    this.#look()
  }

  recheck(): void {
    for (const userId of this.#streams.keys()) this.#woken.add(userId)
    this.#look()
  }

  close(): void {
    this.#isClosed = true
    for (const subscription of [...this.#open]) void subscription.return()
  }

  /** The changes of an inbox after a cursor, or from now on, each once and in the order in which they were committed. */
  async follow(userId: string, cursor: string | undefined): Promise<Subscription<InboxChange>> {
    const after = cursor === undefined ? undefined : numberIn(userId, cursor)
    if (after !== undefined) await this.#requireStillThere(userId, after)
    const stream = this.#streams.get(userId) ?? this.#start(userId)
    stream.followers++
    const leave = () => {
      if (--stream.followers === 0) this.#streams.delete(userId)
    }
    try {
      await stream.ready
      if (this.#isClosed) {
        throw new DomainError(
          'unavailable',
          'The server is stopping. Subscribe again in a few seconds, with the last cursor.',
        )
      }
    } catch (error) {
      leave()
      throw error
    }
    // No await from here to the registration of the listener, so no change falls between both.
    const subscription: Subscription<InboxChange> = new Subscription<InboxChange>({
      after: after ?? stream.number,
      newest: () => stream.number,
      read: async (from, to) => {
        const changes = await this.#changes([[userId, from]])
        await this.#requireStillThere(userId, from)
        return changes.filter(({ position }) => position <= to)
      },
      matches: () => true,
      onClose: () => {
        stream.listeners.delete(listener)
        this.#open.delete(subscription)
        leave()
      },
    })
    const listener = (change: InboxChange) => subscription.enqueue(change)
    stream.listeners.add(listener)
    this.#open.add(subscription)
    return subscription
  }

  #start(userId: string): Stream {
    const stream: Stream = {
      number: 0n,
      ready: this.#db.query(INBOXES, [[userId]]).then(([inbox]) => {
        stream.number = BigInt(inbox?.lastNumber ?? 0)
      }),
      followers: 0,
      listeners: new Set(),
    }
    this.#streams.set(userId, stream)
    return stream
  }

  #look(): void {
    if (this.#isReading || this.#woken.size === 0) return
    this.#isReading = true
    this.#readAll().then(
      () => {
        this.#isReading = false
        this.#look()
      },
      (error: unknown) => {
        // The next message or poll reads again.
        this.#isReading = false
        this.#onError(error)
      },
    )
  }

  async #readAll(): Promise<void> {
    while (this.#woken.size > 0) {
      const userIds = [...this.#woken].slice(0, USERS)
      for (const userId of userIds) this.#woken.delete(userId)
      const streams = userIds.flatMap((userId) => {
        const stream = this.#streams.get(userId)
        return stream ? [[userId, stream] as const] : []
      })
      await Promise.all(streams.map(([, { ready }]) => ready))
      const counts = new Map<string, number>()
      for (const change of await this.#changes(streams.map(([id, { number }]) => [id, number]))) {
        const stream = this.#streams.get(change.userId)
        counts.set(change.userId, (counts.get(change.userId) ?? 0) + 1)
        if (!stream || change.position <= stream.number) continue
        stream.number = change.position
        for (const listener of stream.listeners) listener(change)
      }
      for (const [userId, count] of counts) if (count === BATCH) this.#woken.add(userId)
    }
  }

  async #changes(inboxes: readonly (readonly [userId: string, after: bigint])[]): Promise<InboxChange[]> {
    if (inboxes.length === 0) return []
    const rows = await this.#db.query(CHANGED, [
      inboxes.map(([userId]) => userId),
      inboxes.map(([, after]) => String(after)),
    ])
    // For all users together: a comment has many readers.
    const pages = await findPages(this.#db, rows)
    return rows.map(({ reader: userId, changeNumber, size, ...row }, index) => ({
      position: BigInt(changeNumber),
      userId,
      size,
      notification: size === 1 ? completeNotification(row, pages[index] ?? null) : null,
      unread: () => this.#unread.load(userId),
    }))
  }

  async #requireStillThere(userId: string, after: bigint): Promise<void> {
    const [inbox] = await this.#db.query(INBOXES, [[userId]])
    if (inbox && BigInt(inbox.removedTo) > after) throw expired()
  }
}
