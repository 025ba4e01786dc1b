import { z } from 'zod'
import { DomainError, forbidden } from '../../core/errors.ts'
import { inspectUpload, MAX_FILE_BYTES, type NewFile } from '../../core/files/inspect-upload.ts'
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
import { ParsedPages } from '../documents/index.ts'
import { isVisibleSpec } from '../openapi-specs/index.ts'
import { type ContentEdits, type FileRecord, Nodes, Snapshot } from '../revisions/index.ts'
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
import { FetchDeadline, fetchFile, type KeptFile, keepFiles, storeFile } from './files/new-files.ts'
import { Batch } from './pages/batch.ts'
import type { ChangeResult } from './pages/batch-context.ts'
import { bodyOf, type WrittenDocuments, writeDocuments } from './pages/body.ts'
import { type ContentChange, ContentChanges, MAX_FILES, MAX_INLINE_FILE } from './pages/changes.model.ts'
import { Draft } from './pages/draft.ts'
import { refuse } from './pages/refuse.ts'

const ChangeContent = z
  .object({
    ...contentPlace,
    changes: ContentChanges,
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
  needsPreparation: ({ changeRequestId, changes }) => changeRequestId === undefined || changes.some(isSlow),
  prepare: async (ctx, { changes }, { space, changeRequest }): Promise<PreparedEdit | undefined> => {
    const prepared = await prepareChanges(ctx, space.id, changes)
    const parsedPages = ParsedPages.for(space.organizationId)
    if (changeRequest === null && (await getSpaceRow(ctx.reads, space.id)).editMode !== 'locked') {
      await parsedPages.readAhead([...textsIn(changes), ...prepared.documents.values()])
    }
    return { ...prepared, parsedPages }
  },
  run: async (ctx, input, editable, prepared = NOTHING_PREPARED): Promise<ChangedContent> => {
    const begin = await batches(ctx, editable, prepared)
    const results = await editContent(
      ctx,
      editable,
      (draft, revision) => begin(draft, revision).apply(input.changes),
      prepared.parsedPages,
    )
    return { place: placeOf(editable), results, compat: input.compat }
  },
})

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
    const results = await editContent(ctx, editable, (draft, revision) =>
      begin(draft, revision).apply([change]),
    )
    return { place: placeOf(editable), results, compat: false }
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

/** Edits the current content under the lock of its owner, so that no writer overwrites the changes of another. */
export async function editContent<T>(
  ctx: WriteContext,
  { space, changeRequest }: EditableContent,
  edit: (draft: Draft, revision: Revision) => Promise<T>,
  parsedPages?: ParsedPages,
): Promise<T> {
  const held = changeRequest ? await holdChangeRequest(ctx, changeRequest) : await holdSpace(ctx, space.id)
  if ('space' in held && held.space.editMode === 'locked') {
    throw new DomainError('conflict', 'This space is locked. Propose the change in a change request.')
  }
  if ('space' in held) requireUnruled(held, 'Propose the change in a change request.')
  const nodes = new Nodes(ctx.reads.db, space.id)
  const draft = new Draft(new Snapshot(ctx.reads.db, held.revision), nodes)
  const result = await edit(draft, held.revision)
  const edits: ContentEdits = draft.edits()
  const written: Written = { type: 'edits', parents: [held.revision.id] }
  if ('space' in held) await writeSpace(ctx, held, edits, written, { parsedPages, nodes })
  else await writeChangeRequest(ctx, held, edits, { ...written, nodes })
  return result
}

const placeOf = ({ space, changeRequest }: EditableContent): ContentScope => ({
  spaceId: space.id,
  changeRequestId: changeRequest?.id,
})

/** The revision that the change request is based on. */
const baseOf = (changeRequest: ChangeRequestRow | null, current: string): string =>
  changeRequest ? (changeRequest.revisionMergedAncestorId ?? changeRequest.revisionInitialId) : current

const textsIn = (changes: readonly ContentChange[]): string[] =>
  changes.flatMap((change) =>
    change.operation === 'insert_page' || change.operation === 'update_page'
      ? (bodyOf(change)?.markdown ?? [])
      : [],
  )

/** The slow part of a batch, which runs before its transaction. */
interface PreparedChanges {
  files: ReadonlyMap<number, KeptFile[]>
  documents: WrittenDocuments
}

interface PreparedEdit extends PreparedChanges {
  parsedPages?: ParsedPages | undefined
}

const NOTHING_PREPARED: PreparedEdit = { files: new Map(), documents: new Map() }

/** Whether a change has to be prepared: it has files, or a document that is converted to Markdown. */
const isSlow = (change: ContentChange): boolean =>
  change.operation === 'insert_files' || ('document' in change && change.document?.document !== undefined)

export async function prepareChanges(
  ctx: PrepareContext,
  spaceId: string,
  changes: readonly ContentChange[],
): Promise<PreparedChanges> {
  const documents = await writeDocuments(changes, ctx.viewer.userId)
  const files = new Map<number, KeptFile[]>()
  for (const [at, inspected] of await inspectUploads(ctx, changes)) {
    files.set(at, await keepFiles(ctx, spaceId, inspected))
  }
  return { documents, files }
}

/** The files of a batch, fetched and inspected, by the index of their change. */
async function inspectUploads(
  { tools }: PrepareContext,
  changes: readonly ContentChange[],
): Promise<Map<number, NewFile[]>> {
  const found = new Map<number, NewFile[]>()
  const deadline = new FetchDeadline()
  let bytes = 0
  for (const [at, change] of changes.entries()) {
    if (change.operation !== 'insert_files') continue
    const files: NewFile[] = []
    for (const { name, url, base64 } of change.files) {
      try {
        files.push(
          url === undefined
            ? await inspectUpload(name, inlineBytes(base64))
            : await fetchFile(name, url, tools, deadline),
        )
      } catch (error) {
        if (error instanceof DomainError) refuse(at, 'files', `${name}: ${error.message}`, error.reason)
        throw error
      }
      bytes += files.at(-1)?.bytes.length ?? 0
      if (bytes > MAX_FILE_BYTES) {
        refuse(
          at,
          'files',
          'These files are too large for one request. Send fewer at a time.',
          'payload_too_large',
        )
      }
    }
    found.set(at, files)
  }
  return found
}

function inlineBytes(base64 = ''): Buffer {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length <= MAX_INLINE_FILE) return bytes
  const message = `A file in base64 can have at most ${MAX_INLINE_FILE} bytes. Send its url, or upload it.`
  throw new DomainError('invalid_input', message)
}

async function storeFiles(
  ctx: WriteContext,
  spaceId: string,
  prepared: ReadonlyMap<number, KeptFile[]>,
): Promise<Map<number, FileRecord[]>> {
  const stored = new Map<number, FileRecord[]>()
  for (const [at, files] of prepared) {
    const records: FileRecord[] = []
    for (const file of files) records.push(await storeFile(ctx.reads.db, spaceId, file, ctx.now()))
    stored.set(at, records)
  }
  return stored
}
