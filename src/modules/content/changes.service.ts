import { z } from 'zod'
import { DomainError, forbidden } from '../../core/errors.ts'
import { inspectUpload } from '../../core/files/inspect-upload.ts'
import type { Context, PrepareContext, WriteContext } from '../../core/operations/context.ts'
import { preparedOperation } from '../../core/operations/operation.ts'
import type { Revision, Space } from '../../generated/prisma/client.ts'
import {
  type ChangeRequestRow,
  contentPlace,
  getChangeRequestRow,
  NAME_PLACE,
  namesPlace,
  type Place,
} from '../change-requests/index.ts'
import { Batch, type ChangeResult, ContentChanges, Draft, MAX_FILES } from '../content-changes/index.ts'
import { ParsedPages } from '../documents/index.ts'
import { isVisibleSpec } from '../openapi-specs/index.ts'
import { type ContentEdits, Nodes, Snapshot } from '../revisions/index.ts'
import { getSpaceRow, mayEdit, reachOf } from '../spaces/index.ts'
import {
  heldBy,
  holdChangeRequest,
  holdSpace,
  requireUnruled,
  type Written,
  writeChangeRequest,
  writeSpace,
} from './content.writing.ts'
import { type ContentScope, revisionById } from './content-scope.ts'
import { keepFiles } from './files/new-files.ts'
import {
  ExpectedRevision,
  type ExpectingChanges,
  type RebasedBatch,
  rebasedOnto,
} from './saving/expected-revision.ts'
import {
  isSlow,
  NOTHING_PREPARED,
  type PreparedChanges,
  prepareChanges,
  storeFiles,
  textsIn,
} from './saving/prepared-changes.ts'

const ChangeContent = z
  .object({
    ...contentPlace,
    changes: ContentChanges,
    expectedRevision: ExpectedRevision,
    compat: z.boolean().default(true).meta({
      description: 'False returns the result of each change; otherwise the change request is returned.',
    }),
  })
  .refine(namesPlace, NAME_PLACE)

const UploadFiles = z
  .object({
    ...contentPlace,
    files: z
      .array(z.object({ name: z.string().min(1).max(256), bytes: z.instanceof(Buffer) }))
      .min(1, 'must have at least one file')
      .max(MAX_FILES, `must have at most ${MAX_FILES} files`),
  })
  .refine(namesPlace, NAME_PLACE)

/** The result of a batch of changes. */
export interface ChangedContent {
  /** The content that was changed. It is read again for the response, because the transaction has ended by then. */
  place: ContentScope
  /** The revision after the changes. By the time of the response, there can be a later one. */
  revisionId: string
  results: ChangeResult[]
  compat: boolean
}

/** The target of the changes: a change request, or the main content of a space. */
export interface EditableContent {
  space: Pick<Space, 'id' | 'organizationId'>
  changeRequest: ChangeRequestRow | null
}

/** Authorizes a change of content, of a change request or of a space that is edited directly. */
export async function getEditable(
  ctx: Context,
  { spaceId, changeRequestId }: Place,
): Promise<EditableContent> {
  const changeRequest =
    changeRequestId === undefined ? null : await getChangeRequestRow(ctx.reads, spaceId, changeRequestId)
  // A change request is read with the access to its space, and belongs to the same organization.
  const space = changeRequest
    ? { id: changeRequest.spaceId, organizationId: changeRequest.organizationId }
    : await getSpaceRow(ctx.reads, spaceId ?? '')
  if (!mayEdit(await reachOf(ctx.reads, space.id))) {
    throw forbidden('You need the edit role or higher in this space to change content.')
  }
  return { space, changeRequest }
}

/** Changes content by a batch: all changes or none. */
export const changeContent = preparedOperation({
  id: 'content.change',
  input: ChangeContent,
  scope: 'space:write',
  serializeBy: heldBy,
  authorize: getEditable,
  // Texts in a change request are not parsed, so most edits of one are authorized once, in their transaction.
  needsPreparation: ({ changeRequestId, changes, expectedRevision }) =>
    changeRequestId === undefined || expectedRevision !== undefined || changes.some(isSlow),
  prepare: async (ctx, input, editable): Promise<PreparedEdit | undefined> => {
    const { space, changeRequest } = editable
    const prepared = await prepareEdit(ctx, editable, input)
    const parsedPages = ParsedPages.for(space.organizationId)
    if (changeRequest === null && (await getSpaceRow(ctx.reads, space.id)).editMode !== 'locked') {
      await parsedPages.readAhead([...textsIn(prepared.known.changes), ...prepared.documents.values()])
    }
    return { ...prepared, parsedPages }
  },
  run: async (ctx, input, editable, prepared = NOTHING_PREPARED): Promise<ChangedContent> => {
    const { result: results, revision } = await saveChanges(ctx, editable, input, prepared)
    return { place: placeOf(editable), revisionId: revision.id, results, compat: input.compat }
  },
})

interface PreparedEdit extends PreparedChanges {
  /** The batch for the revision that was current before the lock. */
  known?: RebasedBatch
  parsedPages?: ParsedPages
}

/** The slow part of a batch: fetching files, writing documents as Markdown, and merging texts. */
export async function prepareEdit(
  ctx: PrepareContext,
  { space, changeRequest }: EditableContent,
  input: ExpectingChanges,
): Promise<PreparedChanges & { known: RebasedBatch }> {
  const prepared = await prepareChanges(ctx, space.id, input.changes)
  const { revisionId } = changeRequest ?? (await getSpaceRow(ctx.reads, space.id))
  const known = await rebasedOnto(ctx, space, input, { id: revisionId }, prepared)
  return { ...prepared, known }
}

/** Applies a batch, merged with what others have saved since its expected revision. */
export async function saveChanges(
  ctx: WriteContext,
  editable: EditableContent,
  input: ExpectingChanges,
  prepared: PreparedEdit,
): Promise<EditedContent<ChangeResult[]>> {
  const begin = await batches(ctx, editable, prepared)
  const save = async (draft: Draft, current: Revision) => {
    const { changes, settled, merged } = await rebasedOnto(ctx, editable.space, input, current, prepared)
    const results = await begin(draft, current).apply(changes, settled)
    return results.map((result) =>
      'id' in result && merged.has(result.id) ? { ...result, isMerged: true as const } : result,
    )
  }
  return editContent(ctx, editable, save, prepared.parsedPages)
}

/** Adds files to content. Equivalent to `insert_files`, for files that are too large for JSON. */
export const uploadFiles = preparedOperation({
  id: 'content.uploadFiles',
  input: UploadFiles,
  scope: 'space:write',
  serializeBy: heldBy,
  authorize: getEditable,
  prepare: async (ctx, { files }, { space }) => {
    const inspected = await Promise.all(files.map(({ name, bytes }) => inspectUpload(name, bytes)))
    return keepFiles(ctx, space.id, inspected)
  },
  run: async (ctx, input, editable, prepared): Promise<ChangedContent> => {
    const begin = await batches(ctx, editable, { files: new Map([[0, prepared]]), documents: new Map() })
    const change = { operation: 'insert_files', files: input.files.map(({ name }) => ({ name })) } as const
    const { result: results, revision } = await editContent(ctx, editable, (draft, current) =>
      begin(draft, current).apply([change]),
    )
    return { place: placeOf(editable), revisionId: revision.id, results, compat: false }
  },
})

/** Stores the files of a batch and returns a function that starts the batch. */
export async function batches(
  ctx: WriteContext,
  { space, changeRequest }: EditableContent,
  prepared: PreparedChanges,
): Promise<(draft: Draft, revision: Revision) => Batch> {
  const { documents } = prepared
  const files = await storeFiles(ctx, space.id, prepared.files)
  return (draft, revision) =>
    new Batch(draft, {
      organizationId: space.organizationId,
      now: ctx.now(),
      files,
      documents,
      isSpec: (specSlug) => isVisibleSpec(ctx, { organizationId: space.organizationId, specSlug }),
      revisionFor: async (id) => {
        const row = await ctx.reads.load(revisionById, id ?? baseOf(changeRequest, revision.id))
        return row?.spaceId === space.id ? new Snapshot(ctx.reads.db, row) : null
      },
    })
}

interface EditedContent<T> {
  result: T
  /** The revision after the edit. */
  revision: Revision
  /** False if the edit resulted in the same content: then there is no new revision. */
  isChanged: boolean
}

/** Edits the current content under the lock of its owner, so that no writer overwrites the changes of another. */
export async function editContent<T>(
  ctx: WriteContext,
  { space, changeRequest }: EditableContent,
  edit: (draft: Draft, revision: Revision) => Promise<T>,
  parsedPages?: ParsedPages,
): Promise<EditedContent<T>> {
  const held = changeRequest ? await holdChangeRequest(ctx, changeRequest) : await holdSpace(ctx, space.id)
  if ('space' in held && held.space.editMode === 'locked') {
    throw new DomainError('conflict', 'This space is locked. Propose the change in a change request.')
  }
  if ('space' in held) requireUnruled(held, 'Propose the change in a change request.')
  const nodes = new Nodes(ctx.reads.db, space.id)
  const draft = new Draft(new Snapshot(ctx.reads.db, held.revision), nodes)
  const result = await edit(draft, held.revision)
  const edits: ContentEdits = draft.edits()
  const written: Written = { type: 'edits', parents: [held.revision.id], isOnlyIfChanged: true }
  const revision =
    'space' in held
      ? await writeSpace(ctx, held, edits, written, { parsedPages, nodes })
      : await writeChangeRequest(ctx, held, edits, { ...written, nodes })
  return { result, revision, isChanged: revision.id !== held.revision.id }
}

const placeOf = ({ space, changeRequest }: EditableContent): ContentScope => ({
  spaceId: space.id,
  changeRequestId: changeRequest?.id,
})

/** The revision that the change request is based on. */
const baseOf = (changeRequest: ChangeRequestRow | null, current: string): string =>
  changeRequest ? (changeRequest.revisionMergedAncestorId ?? changeRequest.revisionInitialId) : current
