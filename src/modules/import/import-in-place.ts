import { DomainError, invalidField, notFound } from '../../core/errors.ts'
import type { Context, PrepareContext } from '../../core/operations/context.ts'
import { preparedOperation } from '../../core/operations/operation.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import {
  Draft,
  type EditableContent,
  getEditable,
  heldBy,
  MANY_PAGES_MS,
  revisionById,
} from '../content/index.ts'
import { ParsedPages } from '../documents/index.ts'
import { Nodes, Snapshot } from '../revisions/index.ts'
import { getSpaceRow } from '../spaces/index.ts'
import { applyToSpace, planFor } from './import.applying.ts'
import { ImportInPlace, modeOf } from './import.model.ts'
import { reportOf } from './import.records.ts'
import { applyAtOnce, readSource, requireSource } from './import.service.ts'
import type { SkippedResource } from './types.ts'

/** How deep pages can be nested. */
const MAX_DEPTH = 30

/** What was imported, and the revision after it. */
export interface ImportedInPlace {
  spaceId: string
  revisionId: string
  importedResources: number
  totalResources: number
  skipped: readonly SkippedResource[]
}

/**
 * Imports content within the request: into the main content of a space, or below one of its pages. Archives that are too
 * large for that are imported into change requests only, where nobody waits for them.
 */
export const importInPlace = preparedOperation({
  id: 'content.importInPlace',
  input: ImportInPlace,
  scope: 'space:write',
  serializeBy: heldBy,
  timeLimitMs: MANY_PAGES_MS,
  authorize: getEditable,
  prepare: async (ctx, { url, source, pageId }, editable) => {
    requireSource(source)
    const revision = await currentOf(ctx, editable)
    if (pageId !== undefined) await requirePage(ctx, revision, pageId)
    const imported = await readSource(ctx, { source, url }, editable.space)
    if (imported === null) {
      throw invalidField('url', 'has an archive that is too large. Import it into a change request.')
    }
    const mode = pageId === undefined ? modeOf({ source }) : 'add'
    const plan = await planFor(ctx, editable.space, revision, { imported, mode, below: pageId })
    const parsedPages = ParsedPages.for(editable.space.organizationId)
    if (!editable.changeRequest) await parsedPages.readAhead(plan.edits.documents.values())
    return { plan, parsedPages }
  },
  run: async (ctx, { url, source }, editable, { plan, parsedPages }): Promise<ImportedInPlace> => {
    const { importedResources, totalResources } = plan.content
    const { skipped } = reportOf(plan.content)
    const result = { spaceId: editable.space.id, importedResources, totalResources, skipped }
    if (editable.changeRequest) {
      const { revisionId } = await applyAtOnce(ctx, editable, plan, { url, source, mode: plan.mode })
      return { ...result, revisionId }
    }
    const { id: revisionId } = await applyToSpace(ctx, editable, plan, parsedPages)
    return { ...result, revisionId }
  },
})

async function currentOf(ctx: Context, { space, changeRequest }: EditableContent): Promise<Revision> {
  const { revisionId } = changeRequest ?? (await getSpaceRow(ctx.reads, space.id))
  const revision = await ctx.reads.load(revisionById, revisionId)
  if (!revision) throw new DomainError('conflict', 'The content was changed during this request. Try again.')
  return revision
}

/** Rejects a page that nothing can be placed below. */
async function requirePage(
  { reads: { db } }: Pick<PrepareContext, 'reads'>,
  revision: Revision,
  pageId: string,
): Promise<void> {
  const snapshot = new Snapshot(db, revision)
  if (!(await snapshot.pages([pageId])).has(pageId)) throw notFound('This page')
  const depth = await new Draft(snapshot, new Nodes(db, revision.spaceId)).depthOf(pageId)
  if (depth >= MAX_DEPTH) {
    throw invalidField('pageId', `is a page that is nested ${MAX_DEPTH} levels deep, which is the limit`)
  }
}
