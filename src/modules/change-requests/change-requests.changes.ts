import { DomainError, notFound } from '../../core/errors.ts'
import type { EventType } from '../../core/events/events.ts'
import { columnsOf } from '../../core/lists/columns.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { type ChangeRequest, Prisma } from '../../generated/prisma/client.ts'
import { statement } from '../../platform/statements/statement.ts'
import type { ChangeRequestStatus } from './change-requests.model.ts'

type LockedChangeRequest = ChangeRequest

interface LockOptions {
  /**
   * Locks the space's row first, for changes to its counts. Every transaction that needs both locks takes
   * them in this order, so that a merge and a status change of the same change request wait for each other
   * instead of deadlocking.
   */
  withSpace?: boolean
}

const LOCK = statement<LockedChangeRequest>({
  name: 'lockChangeRequest',
  text: `SELECT ${columnsOf('c', Prisma.ChangeRequestScalarFieldEnum)} FROM "ChangeRequest" c
    WHERE c."id" = $1 FOR NO KEY UPDATE`,
})

/** The current change request, locked until the transaction ends. */
export async function lockChangeRequest(
  ctx: WriteContext,
  { id, spaceId }: { id: string; spaceId: string },
  { withSpace = false }: LockOptions = {},
): Promise<LockedChangeRequest> {
  if (withSpace) await ctx.tx.$executeRaw`SELECT 1 FROM "Space" WHERE "id" = ${spaceId} FOR NO KEY UPDATE`
  const [locked] = await ctx.reads.db.query(LOCK, [id])
  if (!locked) throw notFound('This change request')
  return locked
}

/** Rejects changes to a merged change request, which is final. */
export function requireNotMerged({ status }: { status: ChangeRequestStatus }): void {
  if (status === 'merged') {
    throw new DomainError(
      'conflict',
      'This change request is merged and can no longer be changed. Open a new one.',
    )
  }
}

/** Rejects changes that require a change request in draft or open. */
export function requireUnsettled({ status }: { status: ChangeRequestStatus }): void {
  requireNotMerged({ status })
  if (status === 'archived') {
    throw new DomainError(
      'conflict',
      'This change request is archived. Set its status to draft or open first.',
    )
  }
}

const counted = (status: ChangeRequestStatus, of: ChangeRequestStatus) => (status === of ? 1 : 0)

/**
 * Changes the status of a change request, and the counts of its space. Both must be locked, so that the
 * status that is counted down is the current one even when several callers change it at the same time.
 */
export async function moveStatus(
  ctx: WriteContext,
  { id, spaceId, status: from }: LockedChangeRequest,
  to: ChangeRequestStatus,
  more: Pick<
    Prisma.ChangeRequestUncheckedUpdateManyInput,
    'revisionMergedId' | 'mergedById' | 'mergedAt'
  > = {},
): Promise<void> {
  await Promise.all([
    ctx.tx.changeRequest.updateMany({ where: { id }, data: { ...more, status: to, updatedAt: ctx.now() } }),
    ctx.tx.space.updateMany({
      where: { id: spaceId },
      data: {
        changeRequestsOpen: { increment: counted(to, 'open') - counted(from, 'open') },
        changeRequestsDraft: { increment: counted(to, 'draft') - counted(from, 'draft') },
      },
    }),
  ])
}

/** Changes the status as a user requests it, if it differs. */
export async function changeStatus(
  ctx: WriteContext,
  locked: LockedChangeRequest,
  status: ChangeRequestStatus,
): Promise<void> {
  if (status === locked.status) return
  await moveStatus(ctx, locked, status)
  const statuses = { fromStatus: locked.status, toStatus: status }
  emitAboutChangeRequest(ctx, locked, 'change_request.status_changed', statuses)
}

/** Sets the given texts of a locked change request. Equal ones are no change, and no event. */
export async function changeTexts(
  ctx: WriteContext,
  locked: LockedChangeRequest,
  {
    subject = locked.subject,
    description = locked.description,
  }: { subject?: string | undefined; description?: string | undefined },
): Promise<void> {
  if (subject === locked.subject && description === locked.description) return
  const data = { subject, description, updatedAt: ctx.now() }
  await ctx.tx.changeRequest.update({ where: { id: locked.id }, data })
  emitAboutChangeRequest(ctx, locked, 'change_request.updated')
}

/**
 * Emits an event about a change request and related resources. A caller that holds the lock passes the
 * locked row: its organization, whose log gets the event, may have changed before the lock.
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
