import type { PrepareContext, WriteContext } from '../../core/operations/context.ts'
import type { ChangeRequestRow } from '../change-requests/index.ts'
import {
  type EditableContent,
  holdChangeRequest,
  parseLater,
  revisionsFor,
  writeChangeRequest,
} from '../content/index.ts'
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
}

/** Recognizes the pages of an import before its transaction, because this reads all pages and compares texts. */
export async function planOf(
  ctx: PrepareContext,
  editable: EditableContent,
  imported: StorableContent,
  mode: ImportMode,
): Promise<ImportPlan> {
  const { space } = editable
  const changeRequest = changeRequestOf(editable)
  const content = await withKnownSources(ctx, space.organizationId, imported)
  const [revision] = await revisionsFor(ctx.reads, changeRequest, [changeRequest.revisionId])
  const { db } = ctx.reads
  const { organizationId } = space
  const edits = await editsOfImport(db, revision, content, { mode, now: ctx.now(), organizationId })
  const blobs = await keepBlobs({ db, files: ctx.tools.files }, space.id, content.blobs)
  return { content, blobs, mode, base: revision.id, edits }
}

/**
 * Writes an import, and with it what `record` writes about it. An import without changes creates no revision. Returns
 * the revision of the change request, and the result of `record`.
 */
export async function applyPlan<Recorded>(
  ctx: WriteContext,
  editable: EditableContent,
  { content, blobs, mode, base, edits }: ImportPlan,
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
      : await editsOfImport(ctx.reads.db, revision, content, { mode, now: ctx.now(), organizationId })
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
