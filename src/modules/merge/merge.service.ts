import { z } from 'zod'
import { DomainError, forbidden, notFound } from '../../core/errors.ts'
import { idField } from '../../core/fields.ts'
import type { RequestLoaders } from '../../core/lists/definitions.ts'
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
import { mayEdit, mayMerge, reachOf } from '../spaces/index.ts'
import { keepConflicts } from './conflicts/conflicts.store.ts'
import { followMerge } from './merge-followers.ts'
import { type ComputedMerge, mergeRevisions, type ThreeRevisions } from './merge-revisions.ts'
import { readMerged } from './read-merged.ts'
import { requireRevision } from './require-revision.ts'
import { concernLinks } from './rules/blockers.ts'
import { type MergeFacts, mergeFactsOf } from './rules/merge-facts.ts'
import { brokenLinksOf } from './rules/mergeability.ts'
import { requireRules } from './rules/require-rules.ts'
import type { Conflict, MergeResult } from './three-way/types.ts'

const ChangeRequestPlace = z.object(changeRequestPlace)

const MergeInput = ChangeRequestPlace.extend({
  expectedRevision: idField(
    'Revision',
    'The current revision of the change request or of the space, as you read it. If neither is at this revision any ' +
      'more, the merge fails with `PRECONDITION_FAILED`.',
  ).optional(),
  bypassRules: z.boolean().default(false).meta({
    description:
      'True to merge although merge rules are not met. Requires the role admin in the space, or the rule `allow_bypass`.',
  }),
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
  facts: MergeFacts
}

/** Texts are merged before the locks are taken, because this is slow and other writers would wait for it. */
async function workOut({ reads, tools }: TurnContext, changeRequest: ChangeRequestRow): Promise<WorkedOut> {
  const facts = await requiredFacts(reads, changeRequest.id)
  const ids = [facts.base, facts.primary, facts.changed] as const
  const [base, primary, changed] = await revisionsFor(reads, changeRequest, ids)
  const three = { base, primary, changed }
  const { organizationId } = facts
  const merged = await mergeRevisions(reads.db, three, { git: tools.git, organizationId })
  return { ...three, ...merged, facts }
}

async function requiredFacts({ db }: RequestLoaders, id: string): Promise<MergeFacts> {
  const [facts] = await mergeFactsOf(db, [id])
  if (!facts) throw notFound('This change request')
  return facts
}

/** The computed merge, or a new one if either side has changed since. */
async function mergeOf(ctx: WriteContext, three: ThreeRevisions, known: WorkedOut): Promise<MergeResult> {
  if (isOf(known, three)) return known.result
  const { organizationId } = known.facts
  return (await mergeRevisions(ctx.reads.db, three, { git: ctx.tools.git, organizationId })).result
}

const isOf = (known: ThreeRevisions, { primary, changed }: Pick<ThreeRevisions, 'primary' | 'changed'>) =>
  known.primary.id === primary.id && known.changed.id === changed.id

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
    const { main, result, facts } = known
    const parsedPages = isClean ? await readMerged(main, result, facts.organizationId) : new ParsedPages()
    const isCounted = isClean && concernLinks(facts.rules)
    const brokenLinks = isCounted ? await brokenLinksOf(ctx.reads, facts.rules, changeRequest) : undefined
    return { known, parsedPages, brokenLinks }
  },
  run: async (ctx, { expectedRevision, bypassRules }, { id, spaceId }, prepared): Promise<Merged> => {
    const { known, parsedPages } = prepared
    const revisions = revisionsOf(known)
    // One round trip, in this order: the space is locked first, and the facts are those under both locks.
    const [main, held, facts] = await Promise.all([
      holdSpace(ctx, spaceId, revisions),
      holdChangeRequest(ctx, { id, spaceId }, revisions),
      requiredFacts(ctx.reads, id),
    ])
    requireRevision(expectedRevision, [main.revision.id, held.revision.id], {
      of: 'the change request or of the space',
      retry: 'Read them again, then merge.',
    })
    if (facts.conflicts.length > 0) throw inConflict(facts.conflicts)
    const base = await revisionOf(ctx, baseOf(held.changeRequest), revisions)
    const three = { base, primary: main.revision, changed: held.revision }
    const { conflicts, ...edits } = await mergeOf(ctx, three, known)
    if (conflicts.length > 0) throw inConflict(conflicts)
    const brokenLinks = isOf(known, three) ? prepared.brokenLinks : undefined
    await requireRules(ctx, facts, { brokenLinks, isBypassed: bypassRules })
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
