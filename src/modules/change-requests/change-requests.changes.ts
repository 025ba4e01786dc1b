import { DomainError, notFound } from '../../core/errors.ts'
import type { EventType } from '../../core/events/events.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import type { ChangeRequest } from '../../generated/prisma/client.ts'
import type { ChangeRequestStatus } from './change-requests.model.ts'

export type LockedChangeRequest = Pick<
  ChangeRequest,
  'id' | 'spaceId' | 'organizationId' | 'status' | 'subject' | 'revisionId'
>

interface LockOptions {
  /**
   * Locks the space's row first, for changes that move its counts. Anyone who needs both takes them in this order: a merge
   * and a move of the same change request then wait for each other and do not deadlock.
   */
  withSpace?: boolean
}

/** The change request as it is at this moment, which it stays until the transaction ends. */
export async function lockChangeRequest(
  ctx: WriteContext,
  { id, spaceId }: { id: string; spaceId: string },
  { withSpace = false }: LockOptions = {},
): Promise<LockedChangeRequest> {
  if (withSpace) await ctx.tx.$executeRaw`SELECT 1 FROM "Space" WHERE "id" = ${spaceId} FOR NO KEY UPDATE`
  const [locked] = await ctx.tx.$queryRaw<LockedChangeRequest[]>`
    SELECT "id", "spaceId", "organizationId", "status"::text, "subject", "revisionId" FROM "ChangeRequest"
    WHERE "id" = ${id} FOR NO KEY UPDATE`
  if (!locked) throw notFound('This change request')
  return locked
}

/** Refuses what a merged change request no longer takes: it is final. */
export function requireNotMerged({ status }: { status: ChangeRequestStatus }): void {
  if (status === 'merged') {
    throw new DomainError('conflict', 'This change request is merged, which is final. Open another one.')
  }
}

/** Refuses what only a change request takes that is still being worked on. */
export function requireUnsettled({ status }: { status: ChangeRequestStatus }): void {
  requireNotMerged({ status })
  if (status === 'archived') {
    throw new DomainError('conflict', 'This change request is archived. Move it to draft or open first.')
  }
}

const counted = (status: ChangeRequestStatus, of: ChangeRequestStatus) => (status === of ? 1 : 0)

/**
 * Moves a change request to another status, and the counts of its space with it. It must be locked, with its space: so
 * the status that it leaves is the one that was counted, anyone who moves it at the same moment.
 */
export async function moveStatus(
  ctx: WriteContext,
  { id, spaceId, status: from }: LockedChangeRequest,
  to: ChangeRequestStatus,
): Promise<void> {
  await ctx.tx.changeRequest.update({ where: { id }, data: { status: to, updatedAt: ctx.now() } })
  await ctx.tx.space.update({
    where: { id: spaceId },
    data: {
      changeRequestsOpen: { increment: counted(to, 'open') - counted(from, 'open') },
      changeRequestsDraft: { increment: counted(to, 'draft') - counted(from, 'draft') },
    },
  })
}

/** Gives a locked change request another subject; false when it already has it. */
export async function changeSubject(
  ctx: WriteContext,
  locked: LockedChangeRequest,
  subject: string | undefined,
): Promise<boolean> {
  if (subject === undefined || subject === locked.subject) return false
  await ctx.tx.changeRequest.update({ where: { id: locked.id }, data: { subject, updatedAt: ctx.now() } })
  return true
}

/**
 * Says what happened to a change request, and what else it is about. Anyone who holds it locked passes what that found: the
 * organization, whose log it is told in, may have become another one before.
 */
export function emitAboutChangeRequest(
  ctx: WriteContext,
  { id, spaceId, organizationId }: { id: string; spaceId: string; organizationId: string },
  type: Extract<EventType, `change_request.${string}`>,
  others: Record<string, string> = {},
): void {
  ctx.emit({
    organizationId,
    spaceId,
    changeRequestId: id,
    type,
    subject: { changeRequest: id, ...others },
  })
}
