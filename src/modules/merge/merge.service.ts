import { z } from 'zod'
import { DomainError, forbidden } from '../../core/errors.ts'
import { idField } from '../../core/fields.ts'
import type { Context, TurnContext, WriteContext } from '../../core/operations/context.ts'
import { preparedOperation } from '../../core/operations/operation.ts'
import type { ChangeRequest, Revision, Space } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import {
  type ChangeRequestRow,
  changeRequestPlace,
  emitAboutChangeRequest,
  getChangeRequestRow,
  moveStatus,
} from '../change-requests/index.ts'
import {
  type HeldChangeRequest,
  heldBy,
  holdChangeRequest,
  holdSpace,
  MANY_PAGES_MS,
  revisionById,
  writeChangeRequest,
  writeSpace,
} from '../content/index.ts'
import { ParsedPages } from '../documents/index.ts'
import { getSpaceRow, mayEdit, mayMerge, reachOf } from '../spaces/index.ts'
import { keepConflicts, openConflicts } from './conflicts/conflicts.store.ts'
import { followMerge } from './merge-followers.ts'
import { mergeRevisions, type ThreeRevisions } from './merge-revisions.ts'
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

interface Subject {
  space: Space
  changeRequest: ChangeRequestRow
}

async function getSubject(ctx: Context, input: z.output<typeof ChangeRequestPlace>): Promise<Subject> {
  const changeRequest = await getChangeRequestRow(ctx.reads, input.spaceId, input.changeRequestId)
  return { space: await getSpaceRow(ctx.reads, changeRequest.spaceId), changeRequest }
}

/** A merge that was computed for certain revisions, and is valid as long as they are current. */
interface WorkedOut {
  primary: string
  changed: string
  result: MergeResult
}

/** Texts are merged before the locks are taken, because this is slow and other writers would wait for it. */
async function workOut({ reads, tools }: TurnContext, { space, changeRequest }: Subject): Promise<WorkedOut> {
  const [base, primary, changed] = await reads.loadMany(revisionById, [
    baseOf(changeRequest),
    space.revisionId,
    changeRequest.revisionId,
  ])
  if (!base || !primary || !changed) throw new Error('A revision of this change request is missing.')
  const result = await mergeRevisions(reads.db, { base, primary, changed }, tools.git)
  return { primary: primary.id, changed: changed.id, result }
}

/** The computed merge, or a new one if either side has changed since. */
async function mergeOf(ctx: WriteContext, three: ThreeRevisions, known: WorkedOut): Promise<MergeResult> {
  if (known.primary === three.primary.id && known.changed === three.changed.id) return known.result
  return mergeRevisions(ctx.reads.db, three, ctx.tools.git)
}

const baseOf = (
  changeRequest: Pick<ChangeRequest, 'revisionMergedAncestorId' | 'revisionInitialId'>,
): string => changeRequest.revisionMergedAncestorId ?? changeRequest.revisionInitialId

const baseRevision = (ctx: WriteContext, { changeRequest }: HeldChangeRequest): Promise<Revision> =>
  ctx.tx.revision.findUniqueOrThrow({ where: { id: baseOf(changeRequest) } })

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
    const subject = await getSubject(ctx, input)
    if (!mayMerge(await reachOf(ctx.reads, subject.space.id))) {
      throw forbidden('You need the review role or higher in this space to merge.')
    }
    return subject
  },
  prepareInTurn: async (ctx, _input, subject) => {
    const known = await workOut(ctx, subject)
    const isClean = known.result.conflicts.length === 0
    return {
      known,
      parsedPages: isClean ? await readMerged(ctx, subject.space, known.result) : new ParsedPages(),
    }
  },
  run: async (
    ctx,
    { expectedRevision },
    { space, changeRequest: { id } },
    { known, parsedPages },
  ): Promise<Merged> => {
    const spaceId = space.id
    const main = await holdSpace(ctx, spaceId)
    const held = await holdChangeRequest(ctx, { id, spaceId })
    requireRevision(expectedRevision, [main.revision.id, held.revision.id])
    await refuseUnresolved(ctx.reads.db, id)
    const three = { base: await baseRevision(ctx, held), primary: main.revision, changed: held.revision }
    const { conflicts, ...edits } = await mergeOf(ctx, three, known)
    if (conflicts.length > 0) throw inConflict(conflicts)
    const parents = [three.primary.id, three.changed.id]
    const written = { type: 'merge', parents, mergedFromId: id } as const
    const revision = await writeSpace(ctx, main, edits, written, parsedPages)
    await moveStatus(ctx, held.changeRequest, 'merged')
    await ctx.tx.changeRequest.update({
      where: { id },
      data: { revisionMergedId: revision.id, mergedById: ctx.viewer.userId, mergedAt: ctx.now() },
    })
    emitAboutChangeRequest(ctx, held.changeRequest, 'change_request.merged', { revision: revision.id })
    await followMerge(ctx, held.changeRequest)
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

async function refuseUnresolved(db: Queryable, changeRequestId: string): Promise<void> {
  const open = await openConflicts(db, changeRequestId)
  if (open.length > 0) throw inConflict(open)
}

/** The error of a merge that conflicts prevent, with their subjects. */
function inConflict(conflicts: readonly Pick<Conflict, 'kind' | 'subjectType' | 'subject' | 'field'>[]) {
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
    const subject = await getSubject(ctx, input)
    if (!mayEdit(await reachOf(ctx.reads, subject.space.id))) {
      throw forbidden('You need the edit role or higher in this space to update a change request.')
    }
    return subject
  },
  prepareInTurn: (ctx, _input, subject) => workOut(ctx, subject),
  run: async (ctx, _input, { space, changeRequest: { id } }, known): Promise<Merged> => {
    const held = await holdChangeRequest(ctx, { id, spaceId: space.id })
    // Main content is not locked: if it changes now, the change request is outdated again and reports it.
    const { revisionId } = await ctx.tx.space.findUniqueOrThrow({ where: { id: space.id } })
    const base = await baseRevision(ctx, held)
    const done = { spaceId: space.id, changeRequestId: id }
    if (revisionId === base.id) return { ...done, revisionId: held.revision.id, result: 'update' }
    const primary = await ctx.tx.revision.findUniqueOrThrow({ where: { id: revisionId } })
    const { conflicts, ...edits } = await mergeOf(ctx, { base, primary, changed: held.revision }, known)
    const revision = await writeChangeRequest(ctx, held, edits, {
      type: 'update',
      parents: [held.revision.id, primary.id],
      from: primary,
      mergedAncestorId: primary.id,
    })
    await keepConflicts(ctx, held.changeRequest, conflicts)
    return { ...done, revisionId: revision.id, result: conflicts.length > 0 ? 'conflicts' : 'update' }
  },
})
