import type { Prisma } from '../../generated/prisma/client.ts'
import { announceLater } from '../../platform/announce.ts'
import { connectionOf, originOf } from '../../platform/statements/connection.ts'
import { statement } from '../../platform/statements/statement.ts'
import type { Declared } from '../facts.ts'
import { lazyEnum } from '../fields.ts'
import { Registry } from '../registry.ts'

/**
 * Who can see an event: everyone who can see its space, its collection or the organization (guests
 * included), all members but no guests, or only admins. Members see an event with a space only if they can
 * see the space.
 */
export type Audience = 'space' | 'collection' | 'organization' | 'members' | 'admins'

/** The types of events (resource, dot, past tense). Modules declare theirs, each with its audience. */
export type EventType = Declared<'events'>

/** The declaration of an event type. */
export interface EventFact {
  readonly audience: Audience
  readonly description: string
}

export const eventTypes = new Registry<EventType, EventFact>('type of event')

/** The event types of all modules. */
export const EventTypeSchema = lazyEnum(() => eventTypes.names())

export interface NewEvent {
  organizationId: string
  spaceId?: string
  changeRequestId?: string | null
  type: EventType
  /** Ids of the subjects, by name. */
  subject: Record<string, string>
}

/** A row of the event log for subscribers. */
export interface LoggedEvent {
  position: bigint
  organizationId: string
  spaceId: string | null
  changeRequestId: string | null
  type: EventType
  actorId: string | null
  occurredAt: Date
  subject: Record<string, string>
  /** The header `traceparent` of the request that caused it, while traces are turned on. */
  trace?: string | null
}

/** The channel that notifies every node of the organization that has new events. */
export const WAKE_CHANNEL = 'quire_events'

/**
 * Locks the organizations in $1, appends the events in $2 to $6 with the trace $10, and notifies the channel $9 unless it is null. A
 * position is drawn for a row of the SELECT, so that all locks are held by then.
 */
const APPEND = statement({
  name: 'appendEvents',
  text: `WITH locked AS MATERIALIZED (
      SELECT count(pg_advisory_xact_lock(hashtextextended('events:' || id, 0))) AS organizations
      FROM unnest($1::text[]) id),
    appended AS (
      INSERT INTO "Event" ("organizationId", "spaceId", "changeRequestId", "type", "subject", "actorId", "occurredAt", "trace")
      SELECT e."organizationId", e."spaceId", e."changeRequestId", e."type", e."subject"::jsonb, $7, $8::timestamptz, $10
      FROM locked CROSS JOIN unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY
        AS e("organizationId", "spaceId", "changeRequestId", "type", "subject", number)
      WHERE locked.organizations > 0 ORDER BY e.number)
    SELECT pg_notify($9::text, id) FROM unnest($1::text[]) id WHERE $9::text IS NOT NULL`,
})

/**
 * Appends events so that positions follow commit order within an organization.
 * A sequence alone is not enough: a transaction with a smaller number may commit after a reader has seen a
 * larger one, and that reader would miss it. The advisory lock is taken before the number and held until
 * commit, so the next number of that organization is drawn only when the last one is visible. It is the
 * last statement of the transaction: the holder waits for nothing else, so it cannot be part of a deadlock,
 * and the lock is held for one statement and a commit.
 */
export async function appendEvents(...appended: Appended): Promise<void> {
  await connectionOf(appended[0]).query(APPEND, valuesOf(...appended))
}

/** The same with the commit, in one round trip. If it fails, nothing is committed. */
export function sendEvents(...appended: Appended): void {
  connectionOf(appended[0]).send(APPEND, valuesOf(...appended))
}

type Appended = [
  tx: Prisma.TransactionClient,
  events: readonly NewEvent[],
  actorId: string | null,
  occurredAt: Date,
]

function valuesOf(...[tx, events, actorId, occurredAt]: Appended): unknown[] {
  // In the same order everywhere, so that two transactions do not wait for each other.
  const organizations = [...new Set(events.map((event) => event.organizationId))].sort()
  const isHeldBack = announceLater(tx, WAKE_CHANNEL, organizations)
  return [
    organizations,
    events.map(({ organizationId }) => organizationId),
    events.map(({ spaceId }) => spaceId ?? null),
    events.map(({ changeRequestId }) => changeRequestId ?? null),
    events.map(({ type }) => type),
    events.map(({ subject }) => JSON.stringify(subject)),
    actorId,
    occurredAt,
    isHeldBack ? null : WAKE_CHANNEL,
    originOf(tx)?.span?.traceparent ?? null,
  ]
}
