import { DomainError, forbidden, notFound } from '../../../core/errors.ts'
import { listOperation, operation } from '../../../core/operation.ts'
import { getChangeRequestRow } from '../../change-requests/index.ts'
import { Snapshot } from '../../revisions/index.ts'
import { getSpaceRow, mayEdit, reachOf } from '../../spaces/index.ts'
import { editContent } from '../changes.service.ts'
import { heldBy } from '../content.writing.ts'
import { Batch } from '../pages/changes.ts'
import { conflictById, conflictsOfChangeRequest } from './conflicts.loaders.ts'
import { ConflictFilters, ListConflicts, ResolveConflict } from './conflicts.model.ts'
import { takePrimary } from './take-primary.ts'

export const listConflicts = listOperation({
  id: 'conflicts.list',
  input: ListConflicts,
  filters: ConflictFilters,
  scope: 'space:read',
  parent: (ctx, { spaceId, changeRequestId }) => getChangeRequestRow(ctx.reads, spaceId, changeRequestId),
  list: () => conflictsOfChangeRequest,
})

/** Decides a conflict, and changes the content of the change request to what was decided. */
export const resolveConflict = operation({
  id: 'conflicts.resolve',
  input: ResolveConflict,
  scope: 'space:write',
  writes: true,
  turn: heldBy,
  authorize: async (ctx, { spaceId, changeRequestId, conflictId }) => {
    const space = await getSpaceRow(ctx.reads, spaceId)
    const changeRequest = await getChangeRequestRow(ctx.reads, spaceId, changeRequestId)
    const conflict = await ctx.reads.load(conflictById, conflictId)
    if (conflict?.changeRequestId !== changeRequest.id) throw notFound('This conflict')
    if (!mayEdit(await reachOf(ctx.reads, spaceId))) {
      throw forbidden('Resolving a conflict takes the role edit or higher on this space.')
    }
    return { space, changeRequest, conflict }
  },
  run: async (ctx, { resolution, changes = [] }, { conflict, ...editable }) => {
    if (resolution !== 'custom' && changes.length > 0) {
      throw new DomainError('invalid_input', 'changes: Only the resolution custom takes changes.', [
        { path: ['changes'], message: 'Only the resolution custom takes changes.' },
      ])
    }
    const now = ctx.now()
    if (resolution === 'primary' || changes.length > 0) {
      await editContent(ctx, editable, async (draft) => {
        const base = await ctx.tx.revision.findUniqueOrThrow({
          where: {
            id: editable.changeRequest.revisionMergedAncestorId ?? editable.changeRequest.revisionInitialId,
          },
        })
        const main = new Snapshot(ctx.reads.db, base)
        const batch = new Batch(draft, { now, files: new Map(), revisionFor: async () => main })
        if (resolution === 'primary') await takePrimary(draft, batch, conflict, now)
        else await batch.apply(changes)
      })
    }
    // The condition lets one of two who decide at once be the one who did.
    const { count } = await ctx.tx.conflict.updateMany({
      where: { id: conflict.id, resolution: null },
      data: { resolution, resolvedById: ctx.viewer.userId, resolvedAt: now },
    })
    if (count === 0) throw new DomainError('conflict', 'This conflict is resolved already.')
    ctx.reads.forget()
    const resolved = await ctx.reads.load(conflictById, conflict.id)
    if (!resolved) throw notFound('This conflict')
    return resolved
  },
})
