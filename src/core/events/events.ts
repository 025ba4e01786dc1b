import type { Prisma } from '../../generated/prisma/client.ts'
import { announce } from '../../platform/announce.ts'
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
}

/** The channel that notifies every node of the organization that has new events. */
export const WAKE_CHANNEL = 'quire_events'

/**
 * Appends events so that positions follow commit order within an organization.
 * A sequence alone is not enough: a transaction with a smaller number may commit after a reader has seen a
 * larger one, and that reader would miss it. The advisory lock is taken before the number and held until
 * commit, so the next number of that organization is drawn only when the last one is visible. It is the
 * last statement of the transaction: the holder waits for nothing else, so it cannot be part of a deadlock,
 * and the lock is held for one insert and a commit.
 */
export async function appendEvents(
  tx: Prisma.TransactionClient,
  events: readonly NewEvent[],
  actorId: string | null,
  occurredAt: Date,
): Promise<void> {
  // In the same order everywhere, so that two transactions do not wait for each other.
  const organizations = [...new Set(events.map((event) => event.organizationId))].sort()
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('events:' || id, 0)) FROM unnest(${organizations}::text[]) id`
  await tx.event.createMany({
    data: events.map((event) => ({
      organizationId: event.organizationId,
      spaceId: event.spaceId ?? null,
      changeRequestId: event.changeRequestId ?? null,
      type: event.type,
      actorId,
      occurredAt,
      subject: event.subject,
    })),
  })
  await announce(tx, WAKE_CHANNEL, ...organizations)
}
