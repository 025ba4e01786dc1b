import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import { listRoute, type Route, route, type View } from '../../rest/route.ts'
import { MergeBlockerName } from '../organizations/index.ts'
import { type ConflictRow, conflictDetail } from './conflicts/conflicts.loaders.ts'
import { Resolution } from './conflicts/conflicts.model.ts'
import { listConflicts, resolveConflict } from './conflicts/conflicts.service.ts'
import { presentDifferences, RestDifferences } from './differences/differences.rest.ts'
import { listDifferences } from './differences/differences.service.ts'
import { type Merged, mergeChangeRequest, updateFromMain } from './merge.service.ts'
import { MAX_CONFLICTING_PAGES } from './rules/found-conflicts.ts'
import { getMergeability, type Mergeability, MergeState } from './rules/mergeability.ts'
import { markViewed } from './viewed/viewed.service.ts'

const RestMerged = z
  .object({ revision: z.string(), result: z.enum(['merge', 'update', 'conflicts']) })
  .meta({ id: 'MergeResult' })

const toRestMerged = ({ revisionId, result }: Merged) => ({ revision: revisionId, result })

const RestConflict = z
  .object({
    object: z.literal('change-request-conflict'),
    id: z.string(),
    kind: z.string(),
    page: z.string().optional(),
    file: z.string().optional(),
    reusable: z.string().optional(),
    variable: z.string().optional(),
    field: z.string().optional(),
    base: z.unknown().optional(),
    primary: z.unknown().optional(),
    changed: z.unknown().optional(),
    hunks: z.unknown().optional(),
    related: z.unknown().optional(),
    mergedTexts: z.object({ primary: z.string(), changed: z.string() }).optional().meta({
      description:
        'If the conflict is about a text: the merged text, with the conflicting lines of main content and with those of the change request.',
    }),
    createdAt: Timestamp,
    resolution: Resolution.optional(),
    resolvedAt: Timestamp.optional(),
  })
  .meta({ id: 'Conflict' })

async function toRestConflict(row: ConflictRow, { caller }: View): Promise<z.input<typeof RestConflict>> {
  const { base, primary, changed, hunks, related, resolved } = await caller.load(conflictDetail, row)
  caller.meter.add(row.detailBytes)
  return {
    object: 'change-request-conflict',
    id: row.id,
    kind: row.kind,
    [row.subjectType]: row.subject,
    field: row.field ?? undefined,
    base,
    primary,
    changed,
    hunks,
    related,
    mergedTexts: resolved,
    createdAt: row.createdAt.toISOString(),
    resolution: (row.resolution as Resolution | null) ?? undefined,
    resolvedAt: row.resolvedAt?.toISOString(),
  }
}

const RestMarked = z
  .object({ page: z.string(), viewed: z.boolean(), revision: z.string().optional() })
  .meta({ id: 'ViewedPage' })

const RestMergeability = z
  .object({
    object: z.literal('change-request-merge'),
    state: MergeState,
    conflicts: z.int().meta({ description: 'The number of conflicts.' }),
    conflictingPages: z
      .array(z.object({ page: z.string(), title: z.string(), path: z.string() }))
      .meta({ description: `The pages with conflicts, at most ${MAX_CONFLICTING_PAGES}.` }),
    blockedBy: z
      .array(z.object({ rule: MergeBlockerName, message: z.string() }))
      .meta({ description: 'The merge rules that it does not meet, for you.' }),
    canBypass: z.boolean().meta({ description: 'Whether you can merge it without meeting the rules.' }),
  })
  .meta({ id: 'ChangeRequestMerge' })

const toRestMergeability = ({
  state,
  conflicts,
  blockers,
  canBypass,
}: Mergeability): z.input<typeof RestMergeability> => ({
  object: 'change-request-merge',
  state,
  conflicts: conflicts.count,
  conflictingPages: conflicts.pages.map(({ pageId, ...page }) => ({ page: pageId, ...page })),
  blockedBy: blockers,
  canBypass,
})

const AT = '/spaces/:spaceId/change-requests/:changeRequestId'

export const routes: Route[] = [
  route('POST', `${AT}/merge`, mergeChangeRequest, {
    summary: 'Merge a change request into main content',
    response: RestMerged,
    present: toRestMerged,
  }),
  route('GET', `${AT}/merge`, getMergeability, {
    summary: 'Get whether a change request can be merged, and what prevents it',
    response: RestMergeability,
    present: toRestMergeability,
  }),
  route('POST', `${AT}/update`, updateFromMain, {
    summary: 'Update a change request from main content',
    response: RestMerged,
    present: toRestMerged,
  }),
  listRoute(`${AT}/conflicts`, listConflicts, {
    summary: 'List the conflicts of a change request',
    item: RestConflict,
    present: (rows, view) => Promise.all(rows.map((row) => toRestConflict(row, view))),
  }),
  route('POST', `${AT}/conflicts/:conflictId/resolve`, resolveConflict, {
    summary: 'Resolve a conflict',
    response: RestConflict,
    present: toRestConflict,
  }),
  route('PUT', `${AT}/content/page/:pageId/viewed`, markViewed, {
    summary: 'Mark a page of a change request as viewed, or remove the mark; only you see it',
    response: RestMarked,
    present: ({ pageId, revisionId }) => ({
      page: pageId,
      viewed: revisionId !== null,
      revision: revisionId ?? undefined,
    }),
  }),
  route('GET', `${AT}/changes`, listDifferences, {
    summary: 'List the changes of a change request',
    response: RestDifferences,
    present: presentDifferences,
    fixed: { revisionId: undefined },
  }),
  route('GET', '/spaces/:spaceId/revisions/:revisionId/changes', listDifferences, {
    summary: 'List the changes of a revision',
    response: RestDifferences,
    present: presentDifferences,
    fixed: { changeRequestId: undefined },
  }),
]
