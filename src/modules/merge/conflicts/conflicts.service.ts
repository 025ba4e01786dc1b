import { DomainError, forbidden, notFound } from '../../../core/errors.ts'
import { listOperation, preparedOperation } from '../../../core/operations/operation.ts'
import { emitAboutChangeRequest, getChangeRequestRow, ofChangeRequest } from '../../change-requests/index.ts'
import {
  batches,
  editContent,
  heldBy,
  holdChangeRequest,
  prepareEdit,
  saveChanges,
} from '../../content/index.ts'
import { getSpaceRow, mayEdit, reachOf } from '../../spaces/index.ts'
import { requireRevision } from '../require-revision.ts'
import { conflictById, conflictDetail, conflictsOfChangeRequest } from './conflicts.loaders.ts'
import { ConflictFilters, ListConflicts, ResolveConflict } from './conflicts.model.ts'
import { takePrimary } from './take-primary.ts'

export const listConflicts = listOperation({
  id: 'conflicts.list',
  input: ListConflicts,
  filters: ConflictFilters,
  ...ofChangeRequest,
  list: () => conflictsOfChangeRequest,
})

/** Resolves a conflict, and changes the content of the change request accordingly. */
export const resolveConflict = preparedOperation({
  id: 'conflicts.resolve',
  input: ResolveConflict,
  scope: 'space:write',
  serializeBy: heldBy,
  authorize: async (ctx, { spaceId, changeRequestId, conflictId }) => {
    const changeRequest = await getChangeRequestRow(ctx.reads, spaceId, changeRequestId)
    const space = await getSpaceRow(ctx.reads, changeRequest.spaceId)
    const conflict = await ctx.reads.load(conflictById, conflictId)
    if (conflict?.changeRequestId !== changeRequest.id) throw notFound('This conflict')
    if (!mayEdit(await reachOf(ctx.reads, space.id))) {
      throw forbidden('You need the edit role or higher in this space to resolve a conflict.')
    }
    return { space, changeRequest, conflict }
  },
  prepare: async (ctx, { resolution, changes = [], expectedRevision }, { space, changeRequest }) => {
    if (resolution !== 'custom' && changes.length > 0) {
      throw new DomainError('invalid_input', 'changes: requires the resolution custom', [
        { path: ['changes'], message: 'requires the resolution custom' },
      ])
    }
    return prepareEdit(ctx, { space, changeRequest }, { changes, expectedRevision })
  },
  run: async (ctx, { resolution, changes = [], expectedRevision }, { conflict, ...editable }, prepared) => {
    const now = ctx.now()
    // Changes are merged with those of others. Any other resolution is about the content that the caller has seen.
    const requireSeen = ({ id }: { id: string }) =>
      requireRevision(expectedRevision, [id], {
        of: 'the change request',
        retry: 'Read it again, then resolve the conflict.',
      })
    const edit = async () => {
      if (resolution !== 'primary') {
        if (changes.length > 0) return saveChanges(ctx, editable, { changes, expectedRevision }, prepared)
        requireSeen((await holdChangeRequest(ctx, editable.changeRequest)).revision)
        return { isChanged: false }
      }
      const begin = await batches(ctx, editable, prepared)
      return editContent(ctx, editable, async (draft, revision) => {
        requireSeen(revision)
        const detail = await conflictDetail.read(ctx.reads, conflict)
        await takePrimary(draft, begin(draft, revision), conflict, detail, now)
      })
    }
    const { isChanged } = await edit()
    if (!isChanged) emitAboutChangeRequest(ctx, editable.changeRequest, 'change_request.updated')
    // Of two concurrent requests, the condition lets only one succeed.
    const { count } = await ctx.tx.conflict.updateMany({
      where: { id: conflict.id, resolution: null },
      data: { resolution, resolvedById: ctx.viewer.userId, resolvedAt: now },
    })
    if (count === 0) throw new DomainError('conflict', 'This conflict is already resolved.')
    ctx.reads.forget()
    const resolved = await ctx.reads.load(conflictById, conflict.id)
    if (!resolved) throw notFound('This conflict')
    return resolved
  },
})
