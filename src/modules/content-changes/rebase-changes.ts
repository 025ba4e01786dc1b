import { isDeepStrictEqual } from 'node:util'
import { cleanFileName } from '../../core/files/file-name.ts'
import type { Revision } from '../../generated/prisma/client.ts'
import type { Queryable } from '../../platform/database.ts'
import { type FileRecord, isSameContent, type PageRecord, type ReusableRecord } from '../revisions/index.ts'
import { decide, type MergeSource } from '../text-merge/index.ts'
import type { ChangeResult } from './batch-context.ts'
import type { WrittenDocuments } from './body.ts'
import type { ChangeOf, ContentChange } from './changes.model.ts'
import { ContentVersions, type Versions } from './content-versions.ts'
import { EditConflicts } from './edit-conflicts.ts'
import { linkTarget } from './link-target.ts'
import { MEMBERS, withMembers } from './members.ts'
import { RebasedTexts } from './rebased-texts.ts'

/** A batch as it applies to the current content. */
export interface RebasedChanges {
  changes: readonly ContentChange[]
  /** The results of changes that this content has already, by their index. */
  settled: ReadonlyMap<number, ChangeResult>
  /** The pages and reusable contents whose text was merged with that of another writer. */
  merged: ReadonlySet<string>
}

interface RebaseParts {
  db: Queryable
  /** The revision that the batch is based on. */
  expected: Revision
  current: Revision
  documents: WrittenDocuments
  /** Merges texts, long ones in a worker thread. */
  mergeSource: MergeSource
}

/**
 * Converts changes of one revision to changes of the current one. Texts that both sides changed are merged by lines,
 * and what only one side changed stays as that side has it. If both changed the same, the batch is rejected, with all
 * of its conflicts.
 */
export async function rebaseChanges(
  changes: readonly ContentChange[],
  parts: RebaseParts,
): Promise<RebasedChanges> {
  const rebase = new Rebase(parts)
  await rebase.prepare(changes)
  const rebased: ContentChange[] = []
  for (const [at, change] of changes.entries()) rebased.push(await rebase.one(at, change))
  rebase.conflicts.refuse()
  return { changes: rebased, settled: rebase.settled, merged: rebase.texts.merged }
}

type Fields = Record<string, unknown>

class Rebase {
  readonly settled = new Map<number, ChangeResult>()
  readonly conflicts: EditConflicts
  readonly texts: RebasedTexts
  readonly #versions: ContentVersions

  constructor(parts: RebaseParts) {
    const { expected, current } = parts
    this.#versions = new ContentVersions(parts.db, parts)
    this.conflicts = new EditConflicts({ expected: expected.id, current: current.id })
    this.texts = new RebasedTexts(this.#versions, parts, this.conflicts)
  }

  async prepare(changes: readonly ContentChange[]): Promise<void> {
    await this.#versions.read(changes)
    await this.texts.mergeAhead(changes)
  }

  async one(at: number, change: ContentChange): Promise<ContentChange> {
    switch (change.operation) {
      case 'insert_page':
        this.#requireParent(at, change.into)
        return change
      case 'update_page':
        return this.#updatePage(at, change)
      case 'update_reusable_content':
        return this.#updateReusable(at, change)
      case 'update_file':
        this.#updateFile(at, change)
        return change
      case 'delete_page':
        await this.#deletePage(at, change.page)
        return change
      case 'delete_reusable_content':
        this.#isDeletable(at, 'reusableContent', this.#versions.reusables, change.reusableContent)
        return change
      case 'delete_file':
        this.#isDeletable(at, 'file', this.#versions.files, change.file)
        return change
      case 'revert_page':
        this.#revertPage(at, change)
        return change
      case 'set_variable':
        this.#setVariable(at, change)
        return change
      default:
        return change
    }
  }

  async #updatePage(at: number, change: ChangeOf<'update_page'>): Promise<ChangeOf<'update_page'>> {
    const { operation, page: id, slug, target } = change
    const { base, current } = this.#versions.pages.get(id) ?? {}
    if (!current) {
      // Otherwise the batch inserts the page, or there is none.
      if (base) this.#isDeleted(at, 'page', id, { base, ours: this.texts.ours(at, change, base) })
      return change
    }
    const wanted: Fields = {}
    const members = withMembers(base ?? current, change)
    for (const key of MEMBERS) if (change[key] !== undefined) wanted[key] = members[key]
    if (slug !== undefined) wanted.slug = slug
    if (target !== undefined) wanted.target = linkTarget(target)
    const fields = this.#fields(at, id, { base, current }, wanted)
    const { document, markdown } = change
    const text = current.type === 'document' ? await this.texts.textFor(at, change) : undefined
    this.#versions.pages.set(id, {
      base: { ...(base ?? current), ...wanted },
      current: { ...current, ...pick(wanted, fields) },
    })
    return {
      operation,
      page: id,
      ...pick(change, fields),
      ...this.#movedTo(at, change, { base, current }),
      ...(text === undefined ? { document, markdown } : { markdown: text }),
    }
  }

  async #updateReusable(
    at: number,
    change: ChangeOf<'update_reusable_content'>,
  ): Promise<ChangeOf<'update_reusable_content'>> {
    const { operation, reusableContent: id, title } = change
    const { base, current } = this.#versions.reusables.get(id) ?? {}
    if (!current) {
      if (base) this.#isDeleted(at, 'reusableContent', id, { base, ours: this.texts.ours(at, change, base) })
      return change
    }
    const wanted: Fields = title === undefined ? {} : { title }
    const fields = this.#fields(at, id, { base, current }, wanted)
    const text = await this.texts.textFor(at, change)
    this.#versions.reusables.set(id, {
      base: { ...(base ?? current), ...wanted },
      current: { ...current, ...pick(wanted, fields) },
    })
    return {
      operation,
      reusableContent: id,
      ...pick(change, fields),
      ...(text === undefined ? {} : { markdown: text }),
    }
  }

  #updateFile(at: number, { file: id, name }: ChangeOf<'update_file'>): void {
    const { base, current } = this.#versions.files.get(id) ?? {}
    const wanted = { name: cleanFileName(name) }
    if (!current) {
      const values = { base: base?.name ?? null, theirs: null, ours: wanted.name }
      if (base) this.conflicts.add(at, 'file', { kind: 'edit_delete', subjectId: id, ...values })
      return
    }
    const isSet = this.#fields(at, id, { base, current }, wanted).length === 0
    if (isSet) this.settled.set(at, { kind: 'updated_file', id, file: current })
    const renamed = isSet ? current : { ...current, ...wanted }
    this.#versions.files.set(id, { base: { ...(base ?? current), ...wanted }, current: renamed })
  }

  /** The fields that the batch changes, without those that have their value already. */
  #fields(
    at: number,
    id: string,
    { base, current }: Versions<PageRecord | ReusableRecord | FileRecord>,
    wanted: Fields,
  ): string[] {
    const [was, is] = [{ ...base } as Fields, { ...current } as Fields]
    return Object.entries(wanted).flatMap(([field, ours]) => {
      const { value, isAgreed } = decide(was[field], is[field], ours)
      if (!isAgreed) {
        const values = { base: was[field] ?? null, theirs: is[field] ?? null, ours: ours ?? null }
        this.conflicts.add(at, field, { kind: 'edit_edit', subjectId: id, field, ...values })
      }
      return isDeepStrictEqual(value, is[field]) ? [] : [field]
    })
  }

  /** Where the batch moves a page to. Another position among the same siblings is no conflict. */
  #movedTo(
    at: number,
    { page: id, into, at: position }: ChangeOf<'update_page'>,
    { base, current }: { base: PageRecord | undefined; current: PageRecord },
  ): Pick<ChangeOf<'update_page'>, 'into' | 'at'> {
    const isMoved = base !== undefined && base.parent !== current.parent
    // The position is one among the former siblings.
    if (isMoved && (into === undefined || into === base.parent)) return {}
    if (into !== undefined) this.#requireParent(at, into)
    if (isMoved && into !== undefined && into !== current.parent) {
      const values = { base: base.parent, theirs: current.parent, ours: into }
      this.conflicts.add(at, 'into', { kind: 'move_move', subjectId: id, field: 'parent', ...values })
    }
    return { into, at: position }
  }

  #requireParent(at: number, into: string | null | undefined): void {
    const { base, current } = this.#versions.pages.get(into ?? '') ?? {}
    if (!base || current || !into) return
    const values = { base: base.title, theirs: null, ours: null }
    this.conflicts.add(at, 'into', { kind: 'move_into_deleted', subjectId: into, ...values })
  }

  #isDeleted(
    at: number,
    member: string,
    id: string,
    { base, ours }: { base: PageRecord | ReusableRecord; ours: string | null },
  ): void {
    const values = { base: this.#versions.sourceOf(base), theirs: null, ours }
    this.conflicts.add(at, member, { kind: 'edit_delete', subjectId: id, ...values })
  }

  async #deletePage(at: number, id: string): Promise<void> {
    if (!this.#isDeletable(at, 'page', this.#versions.pages, id)) return
    const below = await this.#versions.changedBelow(id)
    if (below === undefined) return
    const values = { base: null, theirs: null, ours: null }
    this.conflicts.add(at, 'page', { kind: 'edit_delete', subjectId: below, ...values })
  }

  /** Whether something exists and nobody has changed it. What others have deleted needs no change any more. */
  #isDeletable<T extends PageRecord | ReusableRecord | FileRecord>(
    at: number,
    member: 'page' | 'file' | 'reusableContent',
    all: Map<string, Versions<T>>,
    id: string,
  ): boolean {
    const { base, current } = all.get(id) ?? {}
    all.delete(id)
    if (base && !current) this.settled.set(at, { kind: DELETED[member], id })
    if (!current) return false
    if (isSameContent(base, current)) return true
    this.#isReplaced(at, member, id, 'edit_delete', { base, current })
    return false
  }

  #revertPage(at: number, { page: id, block }: ChangeOf<'revert_page'>): void {
    const versions = this.#versions.pages.get(id)
    // Blocks are found by their content, so those that others have changed are not reverted.
    if (!versions || block || isSameContent(versions.base, versions.current)) return
    this.#isReplaced(at, 'page', id, versions.current ? 'edit_edit' : 'edit_delete', versions)
  }

  /** A change would replace or delete what others have changed. */
  #isReplaced(
    at: number,
    member: string,
    id: string,
    kind: 'edit_edit' | 'edit_delete',
    { base, current }: Versions<PageRecord | ReusableRecord | FileRecord>,
  ): void {
    const textOf = (record: typeof base) =>
      record && !('blob' in record) ? this.#versions.sourceOf(record) : null
    const values = { base: textOf(base), theirs: textOf(current), ours: null }
    this.conflicts.add(at, member, { kind, subjectId: id, ...values })
  }

  #setVariable(at: number, { name, value: ours }: ChangeOf<'set_variable'>): void {
    const { base: was = null, current: theirs = null } = this.#versions.variables.get(name) ?? {}
    const { value, isAgreed } = decide(was, theirs, ours)
    if (!isAgreed) {
      this.conflicts.add(at, 'value', { kind: 'edit_edit', subjectId: name, base: was, theirs, ours })
    } else if (value === theirs) this.settled.set(at, { kind: 'variable', name })
    this.#versions.variables.set(name, { base: ours ?? undefined, current: value ?? undefined })
  }
}

const DELETED = {
  page: 'deleted_page',
  file: 'deleted_file',
  reusableContent: 'deleted_reusable_content',
} as const

const pick = (from: object, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))
