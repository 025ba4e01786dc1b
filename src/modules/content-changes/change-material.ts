import { contentTypeNamed } from '../../core/files/content-type.ts'
import { cleanFileName } from '../../core/files/file-name.ts'
import { newId } from '../../core/ids.ts'
import type { BatchContext, ChangeResult, Refs } from './batch-context.ts'
import { bodyOf, sourceOfBody } from './body.ts'
import type { ChangeOf, ContentChange } from './changes.model.ts'
import type { Draft } from './draft.ts'
import { refuse } from './refuse.ts'

/** Changes of files, variables and reusable contents. */
type MaterialChange = Exclude<ContentChange, { operation: `${string}_page` }>

export async function changeMaterial(
  draft: Draft,
  context: BatchContext,
  refs: Refs,
  at: number,
  change: MaterialChange,
): Promise<ChangeResult[]> {
  switch (change.operation) {
    case 'insert_files':
      return insertFiles(draft, context, refs, at, change)
    case 'update_file':
      return [await updateFile(draft, at, change)]
    case 'delete_file':
      return [await deleteFile(draft, at, change)]
    case 'set_variable':
      return [await setVariable(draft, change)]
    case 'insert_reusable_content':
      return [await insertReusable(draft, context, refs, at, change)]
    case 'update_reusable_content':
      return [await updateReusable(draft, context, at, change)]
    case 'delete_reusable_content':
      return [await deleteReusable(draft, at, change)]
  }
}

const called = (ref: string | undefined) => (ref === undefined ? {} : { ref })

function insertFiles(
  draft: Draft,
  context: BatchContext,
  refs: Refs,
  at: number,
  change: ChangeOf<'insert_files'>,
): ChangeResult[] {
  return (context.files.get(at) ?? []).map((file, index) => {
    const id = newId('File')
    const ref = change.files[index]?.ref
    draft.setFile(id, file)
    refs.name(at, ref, id)
    return { kind: 'created_file', id, file, ...called(ref) }
  })
}

async function updateFile(
  draft: Draft,
  at: number,
  { file: id, name: wanted }: ChangeOf<'update_file'>,
): Promise<ChangeResult> {
  const before = await draft.file(id)
  if (!before) refuse(at, 'file', 'There is no such file.')
  const name = cleanFileName(wanted)
  const file = { ...before, name, contentType: contentTypeNamed(before.contentType, name) }
  draft.setFile(id, file)
  return { kind: 'updated_file', id, file }
}

async function deleteFile(
  draft: Draft,
  at: number,
  { file: id }: ChangeOf<'delete_file'>,
): Promise<ChangeResult> {
  if (!(await draft.file(id))) refuse(at, 'file', 'There is no such file.')
  draft.setFile(id, null)
  return { kind: 'deleted_file', id }
}

async function setVariable(draft: Draft, { name, value }: ChangeOf<'set_variable'>): Promise<ChangeResult> {
  const { [name]: _before, ...rest } = await draft.variables()
  draft.setVariables(value === null ? rest : { ...rest, [name]: value })
  return { kind: 'variable', name }
}

async function insertReusable(
  draft: Draft,
  { now, documents }: BatchContext,
  refs: Refs,
  at: number,
  change: ChangeOf<'insert_reusable_content'>,
): Promise<ChangeResult> {
  const id = newId('ReusableContent')
  const document = draft.keep(sourceOfBody(documents, at, bodyOf(change), ''))
  draft.setReusable(id, {
    title: change.title,
    createdAt: now.toISOString(),
    ...(document ? { document } : {}),
  })
  refs.name(at, change.ref, id)
  return { kind: 'created_reusable_content', id, ...called(change.ref) }
}

async function updateReusable(
  draft: Draft,
  { now, documents }: BatchContext,
  at: number,
  change: ChangeOf<'update_reusable_content'>,
): Promise<ChangeResult> {
  const id = change.reusableContent
  const reusable = await draft.reusable(id)
  if (!reusable) refuse(at, 'reusableContent', 'There is no such reusable content.')
  const { document: before, ...rest } = reusable
  const body = bodyOf(change)
  const old = body?.document ? await draft.sourceOf(reusable) : ''
  const document = body ? draft.keep(sourceOfBody(documents, at, body, old)) : before
  const next = { ...rest, title: change.title ?? reusable.title, ...(document ? { document } : {}) }
  draft.setReusable(id, draft.edited(id, next, now))
  return { kind: 'updated_reusable_content', id }
}

async function deleteReusable(
  draft: Draft,
  at: number,
  { reusableContent: id }: ChangeOf<'delete_reusable_content'>,
): Promise<ChangeResult> {
  if (!(await draft.reusable(id))) refuse(at, 'reusableContent', 'There is no such reusable content.')
  draft.setReusable(id, null)
  return { kind: 'deleted_reusable_content', id }
}
