import type { Prisma } from '../../generated/prisma/client.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { DomainError, invalidField } from '../errors.ts'

/** How long the response to a request with a key is stored. */
const KEPT_MS = 24 * 60 * 60 * 1000
const MAX_KEY_CHARS = 255
const REMOVED_AT_ONCE = 1_000

/** A request with a key: its user and its fingerprints, of which the first one is stored. */
export interface KeyedRequest {
  readonly userId: string
  readonly key: string
  readonly fingerprints: readonly [string, ...string[]]
}

/** Thrown inside a transaction when another one holds the key, or has just used it. */
export class KeyInUse extends Error {}

/** A key from a client: printable ASCII, so that it is the same in a header, in JSON and in the database. */
export function requireIdempotencyKey(key: string): string {
  if (/^[\x20-\x7e]+$/.test(key) && key.length <= MAX_KEY_CHARS) return key
  throw invalidField(
    'idempotencyKey',
    `must be 1 to ${MAX_KEY_CHARS} printable ASCII characters (got ${key.length} characters)`,
  )
}

const FIND = statement<{ fingerprint: string; answer: string }>({
  name: 'idempotencyKey',
  text: `SELECT "fingerprint", "answer" FROM "IdempotencyKey"
    WHERE "userId" = $1 AND "key" = $2 AND "createdAt" > $3`,
})

/** The sealed response to an earlier request with this key, or null. */
export async function findAnswer(
  db: Queryable,
  { userId, key, fingerprints }: KeyedRequest,
  now: Date,
): Promise<string | null> {
  const [found] = await db.query(FIND, [userId, key, new Date(now.getTime() - KEPT_MS)])
  if (!found) return null
  if (fingerprints.includes(found.fingerprint)) return found.answer
  throw new DomainError(
    'conflict',
    'This idempotency key was already used for another request. Use a new key for every new request.',
  )
}

/**
 * Claims the key for the rest of this transaction, as its first statement. The lock is only tried, because
 * a waiting transaction would hold a connection. The primary key decides whether the key was used, and sees
 * transactions that committed just before.
 */
export async function takeKey(
  tx: Prisma.TransactionClient,
  { userId, key, fingerprints: [fingerprint] }: KeyedRequest,
  now: Date,
): Promise<void> {
  const taken = await tx.$executeRaw`
    INSERT INTO "IdempotencyKey" AS k ("userId", "key", "fingerprint", "answer", "createdAt")
    SELECT ${userId}, ${key}, ${fingerprint}, '', ${now}::timestamptz
    WHERE pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${userId} ${key}`}, 0))
    ON CONFLICT ("userId", "key") DO UPDATE SET "fingerprint" = ${fingerprint}, "createdAt" = ${now}::timestamptz
    WHERE k."createdAt" <= ${new Date(now.getTime() - KEPT_MS)}::timestamptz`
  if (taken === 0) throw new KeyInUse()
}

/** Stores the response, in the transaction of the write. */
export async function keepAnswer(
  tx: Prisma.TransactionClient,
  { userId, key }: KeyedRequest,
  answer: string,
): Promise<void> {
  await tx.idempotencyKey.update({
    where: { userId_key: { userId, key } },
    data: { answer },
    select: { key: true },
  })
}

/** Removes expired keys, a limited number per statement. */
export async function removeOldIdempotencyKeys(
  { pool }: Pick<Database, 'pool'>,
  { now, signal }: { now: Date; signal?: AbortSignal },
): Promise<void> {
  let removed: number | null = REMOVED_AT_ONCE
  while (removed === REMOVED_AT_ONCE && !signal?.aborted) {
    const { rowCount }: { rowCount: number | null } = await pool.query(
      `DELETE FROM "IdempotencyKey" WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM "IdempotencyKey" WHERE "createdAt" <= $1 LIMIT ${REMOVED_AT_ONCE}))`,
      [new Date(now.getTime() - KEPT_MS)],
    )
    removed = rowCount
  }
}
