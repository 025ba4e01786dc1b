import { isDeepStrictEqual } from 'node:util'
import { eachInTurns } from '../../../platform/turns/turns.ts'
import { includesIn, isIncludeOf, sourcesOf } from '../../content/index.ts'
import { isSameContent, type ReusableRecord } from '../../revisions/index.ts'
import type { MergeSource } from '../../text-merge/index.ts'
import type { Decision } from './decisions.ts'
import { followed, mergeRecord } from './merge-record.ts'
import { isTextContested, type MergedText, mergeTexts, uncontestedDocument } from './texts.ts'
import type { Conflict, ConflictKind, MergeInput } from './types.ts'

interface Versions {
  id: string
  base: ReusableRecord | undefined
  primary: ReusableRecord | undefined
  changed: ReusableRecord | undefined
}

interface MergedReusables {
  reusables: Map<string, ReusableRecord | null>
  documents: Map<string, string>
  conflicts: Conflict[]
}

/** Merges reusable contents by id. Deleting one that the other side starts to include is a conflict. */
export async function mergeReusables(
  input: MergeInput,
  pages: readonly Decision[],
  mergeSource: MergeSource,
): Promise<MergedReusables> {
  const result: MergedReusables = { reusables: new Map(), documents: new Map(), conflicts: [] }
  const all = await readVersions(input)
  const contested = all.filter((each) => each.primary && each.changed && isTextContested(each))
  const jobs = contested.map((versions) => ({ id: versions.id, versions, isTitleConflict: false }))
  const merged = await mergeTexts(input, jobs, mergeSource)
  const kept = (versions: Versions, record: ReusableRecord | undefined) => {
    if (!isDeepStrictEqual(record ?? null, versions.primary ?? null))
      result.reusables.set(versions.id, record ?? null)
  }
  const deleted: Versions[] = []
  for (const versions of all) {
    const { base, primary, changed } = versions
    const isAgreed =
      isSameContent(primary, changed) || isSameContent(changed, base) || isSameContent(primary, base)
    if (isAgreed && primary && changed) kept(versions, followed(base, primary, changed))
    else if (isAgreed && base && (primary || changed)) deleted.push(versions)
    else if (isAgreed) kept(versions, primary ?? changed)
    else if (!primary || !changed) {
      kept(versions, changed)
      result.conflicts.push(conflictOf('edit_delete', versions))
    } else kept(versions, mergeBoth(versions, { base, primary, changed }, merged.get(versions.id), result))
  }
  const used = await newlyUsed(input, deleted, pages)
  for (const versions of deleted) {
    if (used.has(versions.id)) {
      kept(versions, versions.changed)
      result.conflicts.push(
        conflictOf('reusable_deleted', versions, { related: used.get(versions.id) ?? [] }),
      )
    } else kept(versions, undefined)
  }
  return result
}

async function readVersions(input: MergeInput): Promise<Versions[]> {
  const ids = [...new Set([...input.primaryChanges.reusables, ...input.changedChanges.reusables])]
  if (ids.length === 0) return []
  const [base, primary, changed] = await Promise.all([
    input.base.reusables(ids),
    input.primary.reusables(ids),
    input.changed.reusables(ids),
  ])
  return ids.map((id) => ({ id, base: base.get(id), primary: primary.get(id), changed: changed.get(id) }))
}

function mergeBoth(
  versions: Versions,
  {
    base,
    primary,
    changed,
  }: { base: ReusableRecord | undefined; primary: ReusableRecord; changed: ReusableRecord },
  text: MergedText | undefined,
  result: MergedReusables,
): ReusableRecord {
  const fields = mergeRecord(base ?? { ...primary, title: '' }, primary, changed)
  for (const { kind, field } of fields.conflicts) result.conflicts.push(conflictOf(kind, versions, { field }))
  const { document: _, ...record } = fields.record
  const document = text ? text.document : uncontestedDocument({ base, primary, changed })
  if (text?.document !== undefined) result.documents.set(text.document, text.text)
  if (text?.hasConflict)
    result.conflicts.push(withSources(conflictOf('edit_edit', versions, { hunks: text.hunks }), text))
  for (const { path } of text?.keyConflicts ?? [])
    result.conflicts.push(conflictOf('edit_edit', versions, { field: ['frontMatter', ...path].join('.') }))
  return { ...record, ...(document !== undefined && { document }) }
}

export function withSources(conflict: Conflict, { sources, primaryText, text }: MergedText): Conflict {
  return {
    ...conflict,
    base: { ...conflict.base, markdown: sources.base },
    primary: { ...conflict.primary, markdown: sources.primary },
    changed: { ...conflict.changed, markdown: sources.changed },
    resolved: { primary: primaryText, changed: text },
  }
}

function conflictOf(
  kind: ConflictKind,
  { id, base, primary, changed }: Versions,
  details: Pick<Conflict, 'field' | 'hunks' | 'related'> = {},
): Conflict {
  const version = (reusable: ReusableRecord | undefined) => (reusable ? { reusable } : null)
  return {
    kind,
    subject: id,
    subjectType: 'reusable',
    ...details,
    base: version(base),
    primary: version(primary),
    changed: version(changed),
  }
}

/** Texts that are read at once. */
const CHUNK = 200

/** The deleted ones that the other side started to include, with the pages that include them. */
async function newlyUsed(
  input: MergeInput,
  deleted: readonly Versions[],
  pages: readonly Decision[],
): Promise<Map<string, string[]>> {
  const used = new Map<string, string[]>()
  for (const side of ['primary', 'changed'] as const) {
    const kept = deleted.flatMap(({ id, base, [side]: record }) => (record && base ? [{ id, record }] : []))
    const edited = pages.filter(
      (page) => page[side]?.document !== undefined && page[side]?.document !== page.base?.document,
    )
    if (kept.length === 0) continue
    for (let at = 0; at < edited.length; at += CHUNK) {
      const part = edited.slice(at, at + CHUNK)
      const before = await sourcesOf(
        input.base,
        part.map(({ base }) => base),
      )
      const after = await sourcesOf(
        input[side],
        part.map((page) => page[side]),
      )
      await eachInTurns(part, (page) => {
        const known = new Set(includesIn(before(page.base)))
        const added = includesIn(after(page[side])).filter((target) => !known.has(target))
        for (const { id, record } of kept)
          if (added.some((target) => isIncludeOf(target, id, record)))
            used.set(id, [...(used.get(id) ?? []), page.id])
      })
    }
  }
  return used
}
