import type { Queryable } from '../../platform/database.ts'
import { DomainError } from '../errors.ts'
import { bindCursor, type CursorBinding, decodeCursor, encodeCursor } from '../lists/cursor.ts'
import type { BatchDefinition } from '../lists/loaders.ts'
import type { LoggedEvent } from './events.ts'

/** One binding for a whole log: whatever gave a cursor, subscriptions and lists of that organization take it. */
export const eventBinding = (organizationId: string): CursorBinding =>
  bindCursor('events', organizationId, '')

/** The place in the log right after an event, good for `after` on any node, live and in lists. */
export function eventCursor(event: Pick<LoggedEvent, 'organizationId' | 'position'>): string {
  return encodeCursor(eventBinding(event.organizationId), [String(event.position)])
}

export function positionIn(organizationId: string, cursor: string): bigint {
  const [position = ''] = decodeCursor(eventBinding(organizationId), cursor, 1)
  if (!/^\d{1,18}$/.test(position)) {
    throw new DomainError('invalid_cursor', 'after: Pass the cursor of an event that you were given.')
  }
  return BigInt(position)
}

const REMOVED = {
  name: 'eventsRemovedTo',
  text: `SELECT "organizationId", "removedTo" FROM "EventLog" WHERE "organizationId" = ANY($1)`,
}

interface RemovedRow {
  organizationId: string
  removedTo: string
}

const removedTo: BatchDefinition<string, bigint> = {
  name: REMOVED.name,
  batch: async ({ db }, organizationIds) => {
    const rows = await db.query<RemovedRow>(REMOVED, [organizationIds])
    const found = new Map(rows.map((row) => [row.organizationId, BigInt(row.removedTo)]))
    return organizationIds.map((id) => found.get(id) ?? 0n)
  },
}

/** Somebody who was here last time has missed events: better told than left to believe that nothing happened. */
const expired = () =>
  new DomainError(
    'invalid_cursor',
    'after: Events after this cursor were removed for their age. Start anew without a cursor, and read what matters as it is now.',
  )

/** Refuses a place that events were removed after. Asked after reading from there, it misses no removal. */
export async function requireStillThere(
  db: Queryable,
  organizationId: string,
  position: bigint,
): Promise<void> {
  const [row] = await db.query<RemovedRow>(REMOVED, [[organizationId]])
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
