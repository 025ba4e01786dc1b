import { DomainError } from '../../core/errors.ts'
import type { PrepareContext, WriteContext } from '../../core/operations/context.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import type { ChangeRequestRow } from '../change-requests/index.ts'
import {
  type EditableContent,
  holdChangeRequest,
  holdSpace,
  parseLater,
  requireUnruled,
  revisionsFor,
  writeChangeRequest,
  writeSpace,
} from '../content/index.ts'
import type { ParsedPages } from '../documents/index.ts'
import { type ContentEdits, hasEdits, insertBlobs, type KeptBlob, keepBlobs } from '../revisions/index.ts'
import type { ImportMode } from './import.model.ts'
import { withKnownSources } from './known-sources.ts'
import { editsOfImport } from './matching/edits-of-import.ts'
import type { StorableContent } from './storable.ts'

/** An import that was computed for a revision, and is valid as long as it is current. */
export interface ImportPlan {
  content: StorableContent
  /** The rows of files that are written with the content. */
  blobs: KeptBlob[]
  mode: ImportMode
  base: string
  edits: ContentEdits
  /** The page below which it is added. */
  below?: string | undefined
}

/** Recognizes the pages of an import before its transaction, because this reads all pages and compares texts. */
export async function planOf(
  ctx: PrepareContext,
  editable: EditableContent,
  imported: StorableContent,
  mode: ImportMode,
  below?: string,
): Promise<ImportPlan> {
  const changeRequest = changeRequestOf(editable)
  const [revision] = await revisionsFor(ctx.reads, changeRequest, [changeRequest.revisionId])
  return planFor(ctx, editable.space, revision, { imported, mode, below })
}

/** The same for any revision of the space. */
export async function planFor(
  ctx: PrepareContext,
  { id, organizationId }: EditableContent['space'],
  revision: Revision,
  { imported, mode, below }: { imported: StorableContent; mode: ImportMode; below?: string | undefined },
): Promise<ImportPlan> {
  const { db } = ctx.reads
  const content = await withKnownSources(ctx, organizationId, imported)
  const edits = await editsOfImport(db, revision, content, { mode, now: ctx.now(), organizationId, below })
  const blobs = await keepBlobs({ db, files: ctx.tools.files }, id, content.blobs)
  return { content, blobs, mode, base: revision.id, edits, below }
}

/**
 * Writes an import, and with it what `record` writes about it. An import without changes creates no revision. Returns
 * the revision of the change request, and the result of `record`.
 */
export async function applyPlan<Recorded>(
  ctx: WriteContext,
  editable: EditableContent,
  { content, blobs, mode, base, edits, below }: ImportPlan,
  record: (revisionId: string) => PromiseLike<Recorded>,
): Promise<{ revisionId: string; recorded: Recorded }> {
  const changeRequest = changeRequestOf(editable)
  const { organizationId } = editable.space
  await parseLater(ctx, changeRequest, edits)
  // In one round trip, and the lock last.
  const [, held] = await Promise.all([
    insertBlobs(ctx.reads.db, changeRequest.spaceId, blobs),
    holdChangeRequest(ctx, changeRequest),
  ])
  const { revision } = held
  const current =
    base === revision.id
      ? edits
      : await editsOfImport(ctx.reads.db, revision, content, { mode, now: ctx.now(), organizationId, below })
  if (!hasEdits(current, revision)) {
    return { revisionId: revision.id, recorded: await record(revision.id) }
  }
  let recording: PromiseLike<Recorded> | undefined
  const following = (revisionId: string) => {
    recording = record(revisionId)
    return [recording]
  }
  const parents = [revision.id]
  const { id } = await writeChangeRequest(ctx, held, current, { type: 'edits', parents, following })
  return { revisionId: id, recorded: (await recording) as Recorded }
}

function changeRequestOf({ changeRequest }: EditableContent): ChangeRequestRow {
  if (!changeRequest) throw new Error('Content is imported into change requests only.')
  return changeRequest
}

/** Writes an import into the main content of a space. Returns the revision after it. */
export async function applyToSpace(
  ctx: WriteContext,
  { space: { id: spaceId, organizationId } }: EditableContent,
  { content, blobs, mode, base, edits, below }: ImportPlan,
  parsedPages: ParsedPages,
): Promise<Revision> {
  const [, held] = await Promise.all([insertBlobs(ctx.reads.db, spaceId, blobs), holdSpace(ctx, spaceId)])
  const { revision, space } = held
  if (space.editMode === 'locked') {
    throw new DomainError('conflict', 'This space is locked. Import into a change request.')
  }
  requireUnruled(held, 'Import into a change request.')
  const current =
    base === revision.id
      ? edits
      : await editsOfImport(ctx.reads.db, revision, content, { mode, now: ctx.now(), organizationId, below })
  if (!hasEdits(current, revision)) return revision
  return writeSpace(ctx, held, current, { type: 'edits', parents: [revision.id] }, { parsedPages })
}
