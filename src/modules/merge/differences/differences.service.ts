import { z } from 'zod'
import { bindCursor } from '../../../core/lists/cursor.ts'
import type { ComputedList, RequestLoaders } from '../../../core/lists/definitions.ts'
import { readOf } from '../../../core/lists/loaders.ts'
import type { Page } from '../../../core/lists/page.ts'
import { embeddedList, operation } from '../../../core/operations/operation.ts'
import type { ChangeRequestRow } from '../../change-requests/index.ts'
import {
  type Content,
  contentOf,
  contentOfChangeRequest,
  contentScope,
  getContent,
  revisionById,
} from '../../content/index.ts'
import { diffRevisions, type PlacedPage } from '../../revisions/index.ts'
import { changedIds } from '../merge-revisions.ts'
import { type SemanticChange, semanticChanges } from './semantic-changes.ts'

const DEFAULT_DIFFERENCES = 10

const ListDifferences = z.object({
  ...contentScope,
  page: z
    .string()
    .optional()
    .meta({ description: 'The cursor of the next changes, from the previous response.' }),
  limit: z
    .int()
    .min(1)
    .max(1000)
    .default(DEFAULT_DIFFERENCES)
    .meta({
      description: `Maximum number of changes, 1 to 1000; ${DEFAULT_DIFFERENCES} by default.`,
    }),
})

/** A part of the changes of a revision. */
export interface Differences {
  page: Page<Difference>
  /** The number of changes after this part. */
  more: number
}

/** One change of a revision, and its position among all changes. */
export interface Difference {
  change: SemanticChange
  content: Content
  /** The content before the change. */
  earlier: Content
  ordinal: number
}

/** Where the page of a change is after it, and where it was before. */
export interface ChangedPlaces {
  before?: PlacedPage | undefined
  after?: PlacedPage | undefined
}

/** The places of the pages of changes, by the id of the page, in one statement for each of the revisions. */
export const changedPlaces = readOf(
  'space:read',
  async (_reads, rows: readonly Difference[]): Promise<Map<string, ChangedPlaces>> => {
    const [row] = rows
    const ids = [...new Set(rows.flatMap(({ change }) => ('page' in change ? change.page : [])))]
    if (!row || ids.length === 0) return new Map()
    const [before, after] = await Promise.all([
      row.earlier.snapshot.placed(ids),
      row.content.snapshot.placed(ids),
    ])
    return new Map(ids.map((id) => [id, { before: before.get(id), after: after.get(id) }]))
  },
)

/** The subject of a change: the id of a page, file or reusable content, or the name of a variable. */
export const subjectOf = (change: SemanticChange): string => {
  if ('page' in change) return change.page
  if ('file' in change) return change.file
  return 'reusable' in change ? change.reusable : change.variable
}

const changeKeyOf = (change: SemanticChange) => `${change.type} ${subjectOf(change)}`

/** All changes of a parent, in the order of `semanticChanges`. */
const differences = <Parent extends { id: string }>(
  contentOf: (reads: RequestLoaders, parent: Parent) => Promise<Content> | Content,
  spaceOf: (parent: Parent) => { spaceId: string },
): ComputedList<Parent, Difference> => ({
  name: 'differences',
  all: {
    name: 'differences',
    cacheKey: ({ id }) => id,
    batch: (reads, parents) =>
      Promise.all(
        parents.map(async (parent) => {
          const content = await contentOf(reads, parent)
          const { changes, earlier } = await differencesOf(reads, content)
          return changes.map((change, ordinal) => ({ change, content, earlier, ordinal }))
        }),
      ),
  },
  sort: [
    { type: 'bigint', value: ({ ordinal }) => String(ordinal) },
    { type: 'text', value: ({ change }) => changeKeyOf(change) },
  ],
  isAt: ({ change }, [, key]) => changeKeyOf(change) === key,
  cursor: (parent) => bindCursor('differences', `${spaceOf(parent).spaceId}/${parent.id}`, ''),
})

const differencesOfContent = differences(
  (_reads, { content }: { id: string; content: Content }) => content,
  ({ content }) => content,
)

/** The changes of a change request, or of a revision compared with its parent. */
export const listDifferences = operation({
  id: 'content.listDifferences',
  input: ListDifferences,
  scope: 'space:read',
  writes: false,
  authorize: (ctx, input) => getContent(ctx.reads, input),
  run: async (ctx, { limit, page: after }, content): Promise<Differences> => {
    const parent = { id: content.changeRequest?.id ?? content.id, content }
    const request = { limit, after, backward: false }
    const page = await ctx.reads.list(differencesOfContent, parent, { filters: {}, request })
    const last = page.rows.at(-1)
    return { page, more: last ? (await page.totalCount()) - last.ordinal - 1 : 0 }
  },
})

export const differencesOfChangeRequest = differences(
  contentOfChangeRequest,
  (changeRequest: ChangeRequestRow) => changeRequest,
)
export const listChangeRequestDifferences = embeddedList(listDifferences, differencesOfChangeRequest)

/** The changes of a revision, independent of how it was reached: the same node returns the same changes. */
export const listRevisionDifferences = embeddedList(
  listDifferences,
  differences(
    (_reads, content: Content) => ({ ...content, changeRequest: null, byRevision: true }),
    (content) => content,
  ),
)

async function differencesOf(
  reads: RequestLoaders,
  content: Content,
): Promise<{ changes: SemanticChange[]; earlier: Content }> {
  const { revision, snapshot } = content
  const base = await reads.load(revisionById, earlierThan(content))
  // The first revision of a space has no parent to compare with.
  const before = base ?? {
    ...revision,
    pagesRoot: null,
    foldersRoot: null,
    filesRoot: null,
    reusablesRoot: null,
    variables: {},
  }
  const earlier = contentOf(reads, before, { byRevision: true })
  const diff = await diffRevisions(reads.db, before, revision)
  await earlier.snapshot.learn(diff, 'before')
  await snapshot.learn(diff, 'after')
  const sides = { before: earlier.snapshot, after: snapshot }
  const changes = await semanticChanges({ ...sides, changes: changedIds(diff) })
  return { changes, earlier }
}

/** The revision that a change request is based on, or the parent of a revision. */
function earlierThan({ changeRequest, revision }: Content): string {
  if (changeRequest) return changeRequest.revisionMergedAncestorId ?? changeRequest.revisionInitialId
  return revision.parents[0] ?? ''
}
