import type { Prisma } from '../generated/prisma/client.ts'
import { announce } from '../platform/announce.ts'

/** What happened, in the words of the product: resource, dot, past tense. */
export const eventTypes = [
  'organization.created',
  'organization.updated',
  'user.updated',
  'user.operator_appointed',
  'user.operator_dismissed',
  'token.created',
  'token.revoked',
  'collection.created',
  'collection.updated',
  'collection.deleted',
  'collection.moved',
  'collection.transferred',
  'member.updated',
  'member.removed',
  'team.created',
  'team.updated',
  'team.deleted',
  'team.member_added',
  'team.member_updated',
  'team.member_removed',
  'member.invited',
  'member.joined',
  'permission.granted',
  'permission.changed',
  'permission.removed',
  'invite.created',
  'invite.updated',
  'invite.deleted',
  'space.created',
  'space.updated',
  'space.deleted',
  'space.restored',
  'space.duplicated',
  'space.moved',
  'space.transferred',
  'space.purged',
  'space.content_updated',
  'change_request.opened',
  'change_request.updated',
  'change_request.status_changed',
  'change_request.review_requested',
  'change_request.review_request_removed',
  'change_request.reviewed',
  'change_request.content_changed',
  'change_request.merged',
  'comment.posted',
  'comment.edited',
  'comment.resolved',
  'comment.reopened',
  'comment.deleted',
  'comment.reacted',
  'reply.posted',
  'reply.edited',
  'reply.deleted',
  'reply.reacted',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.paused',
] as const

export type EventType = (typeof eventTypes)[number]

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
