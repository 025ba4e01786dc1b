import { isDeepStrictEqual } from 'node:util'
import { eachInTurns } from '../../../platform/turns/turns.ts'
import type { Keyed } from '../../page-metadata/index.ts'
import type { FileRecord, Variables } from '../../revisions/index.ts'
import { decide, mergeKeys } from '../../text-merge/index.ts'
import { origin } from './merge-record.ts'
import type { Conflict, ConflictKind, MergeInput } from './types.ts'

interface FileVersions {
  base: FileRecord | undefined
  primary: FileRecord | undefined
  changed: FileRecord | undefined
}

/** Merges files by id. Their bytes and their names are merged separately. */
export async function mergeFiles(
  input: MergeInput,
): Promise<{ files: Map<string, FileRecord | null>; conflicts: Conflict[] }> {
  const ids = [...new Set([...input.primaryChanges.files, ...input.changedChanges.files])]
  const files = new Map<string, FileRecord | null>()
  const conflicts: Conflict[] = []
  if (ids.length === 0) return { files, conflicts }
  const [base, primary, changed] = await Promise.all([
    input.base.files(ids),
    input.primary.files(ids),
    input.changed.files(ids),
  ])
  await eachInTurns(ids, (id) => {
    const versions = { base: base.get(id), primary: primary.get(id), changed: changed.get(id) }
    const merged = mergeFile(versions)
    if (!isDeepStrictEqual(merged.file ?? null, versions.primary ?? null)) files.set(id, merged.file ?? null)
    for (const { kind, field } of merged.conflicts) conflicts.push(fileConflict(kind, id, versions, field))
  })
  return { files, conflicts }
}

function mergeFile({ base, primary, changed }: FileVersions): {
  file: FileRecord | undefined
  conflicts: { kind: ConflictKind; field?: string }[]
} {
  const whole = decide(base, primary, changed)
  if (whole.isAgreed) return { file: whole.value, conflicts: [] }
  if (!primary || !changed) return { file: changed, conflicts: [{ kind: 'edit_delete' }] }
  const conflicts: { kind: ConflictKind; field?: string }[] = []
  const bytes = decide(base?.blob, primary.blob, changed.blob)
  if (!bytes.isAgreed) conflicts.push({ kind: 'file_file' })
  const name = decide(base?.name, primary.name, changed.name)
  if (!name.isAgreed) conflicts.push({ kind: 'edit_edit', field: 'name' })
  // Size, type and dimensions belong to the bytes.
  const source = bytes.value === changed.blob ? changed : primary
  const git = origin(base?.git, primary.git, changed.git)
  const { git: _, ...rest } = source
  return { file: { ...rest, name: name.value ?? source.name, ...(git && { git }) }, conflicts }
}

function fileConflict(
  kind: ConflictKind,
  id: string,
  { base, primary, changed }: FileVersions,
  field: string | undefined,
): Conflict {
  const version = (file: FileRecord | undefined) => (file ? { file } : null)
  return {
    kind,
    subject: id,
    subjectType: 'file',
    ...(field !== undefined && { field }),
    base: version(base),
    primary: version(primary),
    changed: version(changed),
  }
}

/** Merges the variables of the space key by key. */
export async function mergeVariables(
  input: MergeInput,
): Promise<{ variables: Variables; conflicts: Conflict[] }> {
  const [base, primary, changed] = await Promise.all([
    input.base.variables(),
    input.primary.variables(),
    input.changed.variables(),
  ])
  const merged = mergeKeys(base as Keyed, primary, changed)
  const version = (value: unknown) => (value === undefined ? null : { value })
  const conflicts = merged.conflicts.map(({ path, ...values }): Conflict => {
    const isDeleted = values.primary === undefined || values.changed === undefined
    return {
      kind: isDeleted ? 'edit_delete' : 'edit_edit',
      subject: path.join('.'),
      subjectType: 'variable',
      base: version(values.base),
      primary: version(values.primary),
      changed: version(values.changed),
    }
  })
  // Each value comes from one of the three versions.
  return { variables: merged.values as Variables, conflicts }
}
