import { z } from 'zod'
import { DomainError, forbidden } from '../../core/errors.ts'
import { idField } from '../../core/fields.ts'
import type { TurnContext, WriteContext } from '../../core/operations/context.ts'
import { preparedOperation } from '../../core/operations/operation.ts'
import type { ChangeRequest, Revision } from '../../generated/prisma/client.ts'
import {
  type ChangeRequestRow,
  changeRequestPlace,
  emitAboutChangeRequest,
  getChangeRequestRow,
  moveStatus,
} from '../change-requests/index.ts'
import {
  heldBy,
  holdChangeRequest,
  holdSpace,
  MANY_PAGES_MS,
  revisionOf,
  revisionsFor,
  writeChangeRequest,
  writeSpace,
} from '../content/index.ts'
import { ParsedPages } from '../documents/index.ts'
import { getSpaceRow, mayEdit, mayMerge, reachOf } from '../spaces/index.ts'
import { keepConflicts, openConflicts } from './conflicts/conflicts.store.ts'
import { followMerge } from './merge-followers.ts'
import { type ComputedMerge, mergeRevisions, type ThreeRevisions } from './merge-revisions.ts'
import { readMerged } from './read-merged.ts'
import type { Conflict, MergeResult } from './three-way/types.ts'

const ChangeRequestPlace = z.object(changeRequestPlace)

const MergeInput = ChangeRequestPlace.extend({
  expectedRevision: idField(
    'Revision',
    'The current revision of the change request or of the space, as you read it. If neither is at this revision any ' +
      'more, the merge fails with `PRECONDITION_FAILED`.',
  ).optional(),
})

/** The result of a merge or an update. */
export interface Merged {
  spaceId: string
  changeRequestId: string
  revisionId: string
  result: 'merge' | 'update' | 'conflicts'
}

/** A merge that was computed for certain revisions, and is valid as long as they are current. */
interface WorkedOut extends ThreeRevisions, ComputedMerge {
  organizationId: string
}

/** Texts are merged before the locks are taken, because this is slow and other writers would wait for it. */
async function workOut({ reads, tools }: TurnContext, changeRequest: ChangeRequestRow): Promise<WorkedOut> {
  const { revisionId, organizationId } = await getSpaceRow(reads, changeRequest.spaceId)
  const ids = [baseOf(changeRequest), revisionId, changeRequest.revisionId] as const
  const [base, primary, changed] = await revisionsFor(reads, changeRequest, ids)
  const three = { base, primary, changed }
  const merged = await mergeRevisions(reads.db, three, { git: tools.git, organizationId })
  return { ...three, ...merged, organizationId }
}

/** The computed merge, or a new one if either side has changed since. */
async function mergeOf(ctx: WriteContext, three: ThreeRevisions, known: WorkedOut): Promise<MergeResult> {
  if (known.primary.id === three.primary.id && known.changed.id === three.changed.id) return known.result
  return (
    await mergeRevisions(ctx.reads.db, three, { git: ctx.tools.git, organizationId: known.organizationId })
  ).result
}

const baseOf = (
  changeRequest: Pick<ChangeRequest, 'revisionMergedAncestorId' | 'revisionInitialId'>,
): string => changeRequest.revisionMergedAncestorId ?? changeRequest.revisionInitialId

/** The revisions that a merge was computed for, which are not read again. */
const revisionsOf = ({ base, primary, changed }: ThreeRevisions): Revision[] => [base, primary, changed]

/** Merges a change request into main content, completely or not at all. */
export const mergeChangeRequest = preparedOperation({
  id: 'changeRequests.merge',
  input: MergeInput,
  scope: 'change-request:merge',
  serializeBy: async ({ spaceId, changeRequestId }, { reads }) => {
    if (spaceId !== undefined) return spaceId
    const { spaceId: own } = await getChangeRequestRow(reads, undefined, changeRequestId)
    // Other change requests can be merged while this one waits, so the rows are read again.
    reads.forget()
    return own
  },
  timeLimitMs: MANY_PAGES_MS,
  authorize: async (ctx, input) => {
    const changeRequest = await getChangeRequestRow(ctx.reads, input.spaceId, input.changeRequestId)
    if (!mayMerge(await reachOf(ctx.reads, changeRequest.spaceId))) {
      throw forbidden('You need the review role or higher in this space to merge.')
    }
    return changeRequest
  },
  prepareInTurn: async (ctx, _input, changeRequest) => {
    const known = await workOut(ctx, changeRequest)
    const isClean = known.result.conflicts.length === 0
    const { main, result, organizationId } = known
    const parsedPages = isClean ? await readMerged(main, result, organizationId) : new ParsedPages()
    return { known, parsedPages }
  },
  run: async (ctx, { expectedRevision }, { id, spaceId }, { known, parsedPages }): Promise<Merged> => {
    const revisions = revisionsOf(known)
    // One round trip, in this order: the space is locked first.
    const [main, held, open] = await Promise.all([
      holdSpace(ctx, spaceId, revisions),
      holdChangeRequest(ctx, { id, spaceId }, revisions),
      openConflicts(ctx.reads.db, id),
    ])
    requireRevision(expectedRevision, [main.revision.id, held.revision.id])
    if (open.length > 0) throw inConflict(open)
    const base = await revisionOf(ctx, baseOf(held.changeRequest), revisions)
    const three = { base, primary: main.revision, changed: held.revision }
    const { conflicts, ...edits } = await mergeOf(ctx, three, known)
    if (conflicts.length > 0) throw inConflict(conflicts)
    const parents = [three.primary.id, three.changed.id]
    const written = { type: 'merge', parents, mergedFromId: id } as const
    const nodes = known.nodes.within(ctx.reads.db)
    const revision = await writeSpace(ctx, main, edits, written, { parsedPages, nodes })
    const moved = moveStatus(ctx, held.changeRequest, 'merged', {
      revisionMergedId: revision.id,
      mergedById: ctx.viewer.userId,
      mergedAt: ctx.now(),
    })
    emitAboutChangeRequest(ctx, held.changeRequest, 'change_request.merged', { revision: revision.id })
    await Promise.all([moved, followMerge(ctx, held.changeRequest)])
    return { spaceId, changeRequestId: id, revisionId: revision.id, result: 'merge' }
  },
})

function requireRevision(expected: string | undefined, current: readonly string[]): void {
  if (expected === undefined || current.includes(expected)) return
  throw new DomainError(
    'precondition_failed',
    `${expected} is no longer the current revision of the change request or of the space. Read them again, then merge.`,
  )
}

/** The error of a merge that conflicts prevent, with their subjects. */
function inConflict(
  conflicts: readonly (Pick<Conflict, 'kind' | 'subjectType' | 'subject'> & {
    field?: string | null | undefined
  })[],
) {
  return new DomainError(
    'conflict',
    'Both sides changed the same content. Update the change request and resolve its conflicts.',
    conflicts.map(({ kind, subjectType, subject, field }) => ({
      path: [subjectType, subject, ...(field === undefined || field === null ? [] : [field])],
      message: kind,
    })),
  )
}

/**
 * Updates a change request from main content. Conflicting parts keep the version of the change request and must be
 * resolved.
 */
export const updateFromMain = preparedOperation({
  id: 'changeRequests.updateFromMain',
  input: ChangeRequestPlace,
  scope: 'space:write',
  serializeBy: heldBy,
  timeLimitMs: MANY_PAGES_MS,
  authorize: async (ctx, input) => {
    const changeRequest = await getChangeRequestRow(ctx.reads, input.spaceId, input.changeRequestId)
    if (!mayEdit(await reachOf(ctx.reads, changeRequest.spaceId))) {
      throw forbidden('You need the edit role or higher in this space to update a change request.')
    }
    return changeRequest
  },
  prepareInTurn: (ctx, _input, changeRequest) => workOut(ctx, changeRequest),
  run: async (ctx, _input, { id, spaceId }, known): Promise<Merged> => {
    const revisions = revisionsOf(known)
    const [held, { revisionId }] = await Promise.all([
      holdChangeRequest(ctx, { id, spaceId }, revisions),
      // Main content is not locked: if it changes now, the change request is outdated again and reports it.
      ctx.tx.space.findUniqueOrThrow({ where: { id: spaceId } }),
    ])
    const base = await revisionOf(ctx, baseOf(held.changeRequest), revisions)
    const done = { spaceId, changeRequestId: id }
    if (revisionId === base.id) return { ...done, revisionId: held.revision.id, result: 'update' }
    const primary = await revisionOf(ctx, revisionId, revisions)
    const { conflicts, ...edits } = await mergeOf(ctx, { base, primary, changed: held.revision }, known)
    const revision = await writeChangeRequest(ctx, held, edits, {
      type: 'update',
      parents: [held.revision.id, primary.id],
      from: primary,
      mergedAncestorId: primary.id,
      nodes: known.nodes.within(ctx.reads.db),
    })
    await keepConflicts(ctx, held.changeRequest, conflicts)
    if (conflicts.length > 0) emitAboutChangeRequest(ctx, held.changeRequest, 'change_request.conflicted')
    return { ...done, revisionId: revision.id, result: conflicts.length > 0 ? 'conflicts' : 'update' }
  },
})
