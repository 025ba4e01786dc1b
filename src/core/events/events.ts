import type { Prisma } from '../../generated/prisma/client.ts'
import { announce } from '../../platform/announce.ts'
import type { Declared } from '../facts.ts'
import { lazyEnum } from '../fields.ts'
import { Registry } from '../registry.ts'

/**
 * Who may know that something happened: everybody who sees its space, its collection or the organization (guests
 * included), or only admins.
 */
export type Audience = 'space' | 'collection' | 'organization' | 'admins'

/** The types of events (resource, dot, past tense). Modules declare theirs, each with its audience. */
export type EventType = Declared<'events'>

/** What a module declares about a type of event. */
export interface EventFact {
  readonly audience: Audience
  readonly description: string
}

export const eventTypes = new Registry<EventType, EventFact>('type of event')

/** Types of events, of all modules. */
export const EventTypeSchema = lazyEnum(() => eventTypes.names())

export interface NewEvent {
  organizationId: string
  spaceId?: string
  changeRequestId?: string | null
  type: EventType
  /** Ids of what it is about, by name. */
  subject: Record<string, string>
}

/** A row of the log as subscribers read it. */
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

/** The channel that tells every node which organization has something new. */
export const WAKE_CHANNEL = 'quire_events'

/**
 * Appends events so that within an organization positions follow commit order.
 *
 * A sequence alone would not do: a transaction that took a smaller number may commit after a reader saw a larger one,
 * and that reader would never look back. The advisory lock is taken before the number and held until commit, so the
 * next number of that organization is drawn only when the last one is visible. It is the transaction's last act: the
 * holder waits for nothing more, so it cannot be part of a deadlock, and the lock is held for one insert and a commit.
 */
export async function appendEvents(
  tx: Prisma.TransactionClient,
  events: readonly NewEvent[],
  actorId: string | null,
  occurredAt: Date,
): Promise<void> {
  const organizations = [...new Set(events.map((event) => event.organizationId))].sort()
  for (const organizationId of organizations) {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`events:${organizationId}`}, 0))`
    const rows = events
      .filter((event) => event.organizationId === organizationId)
      .map((event) => ({
        organizationId,
        spaceId: event.spaceId ?? null,
        changeRequestId: event.changeRequestId ?? null,
        type: event.type,
        actorId,
        occurredAt,
        subject: event.subject,
      }))
    await tx.event.createMany({ data: rows })
    await announce(tx, WAKE_CHANNEL, organizationId)
  }
}
