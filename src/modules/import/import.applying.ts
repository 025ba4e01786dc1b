import type { PrepareContext, WriteContext } from '../../core/operations/context.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import {
  type EditableContent,
  holdChangeRequest,
  revisionById,
  writeChangeRequest,
} from '../content/index.ts'
import { type ContentEdits, hasEdits } from '../revisions/index.ts'
import { withKnownSources } from './computed-pages.ts'
import type { ImportMode } from './import.model.ts'
import { editsOfImport } from './matching/content-edits.ts'
import type { StorableContent } from './storable.ts'

/** An import that was computed for a revision, and is valid as long as it is current. */
export interface ImportPlan {
  content: StorableContent
  mode: ImportMode
  base: string
  edits: ContentEdits
}

/** Recognizes the pages of an import before its transaction, because this reads all pages and compares texts. */
export async function planOf(
  ctx: PrepareContext,
  { space, changeRequest }: EditableContent,
  imported: StorableContent,
  mode: ImportMode,
): Promise<ImportPlan> {
  const content = await withKnownSources(ctx, space.organizationId, imported)
  const revision = await ctx.reads.load(revisionById, changeRequest?.revisionId ?? '')
  if (!revision) throw new Error('The revision of this change request is missing.')
  const edits = await editsOfImport(ctx.reads.db, revision, content, { mode, now: ctx.now() })
  return { content, mode, base: revision.id, edits }
}

/** Writes an import. An import without changes creates no revision. */
export async function applyPlan(
  ctx: WriteContext,
  { changeRequest }: EditableContent,
  { content, mode, base, edits }: ImportPlan,
): Promise<Revision> {
  if (!changeRequest) throw new Error('Content is imported into change requests only.')
  const held = await holdChangeRequest(ctx, changeRequest)
  const { revision } = held
  const current =
    base === revision.id
      ? edits
      : await editsOfImport(ctx.reads.db, revision, content, { mode, now: ctx.now() })
  if (!hasEdits(current, revision)) return revision
  return writeChangeRequest(ctx, held, current, { type: 'edits', parents: [revision.id] })
}
