import type { Queryable } from '../../platform/database.ts'
import { statement } from '../../platform/statements/statement.ts'
import { DomainError } from '../errors.ts'
import { bindCursor, type CursorBinding, decodeCursor, encodeCursor } from '../lists/cursor.ts'
import type { BatchDefinition } from '../lists/definitions.ts'
import type { LoggedEvent } from './events.ts'

/** One binding for a whole log: subscriptions and lists of an organization accept each other's cursors. */
export const eventBinding = (organizationId: string): CursorBinding =>
  bindCursor('events', organizationId, '')

/** The position after an event, valid as `after` on any node, in subscriptions and in lists. */
export function eventCursor(event: Pick<LoggedEvent, 'organizationId' | 'position'>): string {
  return encodeCursor(eventBinding(event.organizationId), [String(event.position)])
}

export function positionIn(organizationId: string, cursor: string): bigint {
  const [position = ''] = decodeCursor(eventBinding(organizationId), cursor, 1)
  if (!/^\d{1,18}$/.test(position)) {
    throw new DomainError('invalid_cursor', 'after: must be the cursor of an event of this organization')
  }
  return BigInt(position)
}

const REMOVED = statement<RemovedRow>({
  name: 'eventsRemovedTo',
  text: `SELECT "organizationId", "removedTo" FROM "EventLog" WHERE "organizationId" = ANY($1)`,
})

interface RemovedRow {
  organizationId: string
  removedTo: string
}

const removedTo: BatchDefinition<string, bigint> = {
  name: REMOVED.name,
  batch: async ({ db }, organizationIds) => {
    const rows = await db.query(REMOVED, [organizationIds])
    const found = new Map(rows.map((row) => [row.organizationId, BigInt(row.removedTo)]))
    return organizationIds.map((id) => found.get(id) ?? 0n)
  },
}

/** A client with an old cursor has missed events, so it gets an error instead of an incomplete log. */
const expired = () =>
  new DomainError(
    'invalid_cursor',
    'after: The events after this cursor were removed because they are older than the retention. Start again without a cursor, and read the current state.',
  )

/**
 * Rejects a position after which events were removed. Called after reading from there, it misses no
 * removal.
 */
export async function requireStillThere(
  db: Queryable,
  organizationId: string,
  position: bigint,
): Promise<void> {
  const [row] = await db.query(REMOVED, [[organizationId]])
  if (row && BigInt(row.removedTo) > position) throw expired()
}

/** The same for a page of a list, batched over all lists of a request. */
export async function verifyPlace(
  reads: { load<Key, Value>(definition: BatchDefinition<Key, Value>, key: Key): Promise<Value | null> },
  organizationId: string,
  cursor: string | undefined,
): Promise<void> {
  if (cursor === undefined) return
  const position = positionIn(organizationId, cursor)
  const removed = await reads.load(removedTo, organizationId)
  if (removed !== null && removed > position) throw expired()
}
