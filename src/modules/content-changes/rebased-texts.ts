import { eachAtOnce } from '../../platform/turns/at-once.ts'
import type { MergeSource, SourceMerge } from '../text-merge/index.ts'
import { MAX_SOURCE } from './body.model.ts'
import { bodyOf, sourceOfBody, type WrittenDocuments } from './body.ts'
import type { ChangeOf, ContentChange } from './changes.model.ts'
import type { ContentVersions, Versions } from './content-versions.ts'
import type { EditConflicts } from './edit-conflicts.ts'
import { refuse } from './refuse.ts'
import type { WithDocument } from './sources.ts'

/** As many as Git merges at once. */
const AT_ONCE = 4

type TextChange = ChangeOf<'update_page' | 'update_reusable_content'>

const isTextChange = (change: ContentChange): change is TextChange =>
  change.operation === 'update_page' || change.operation === 'update_reusable_content'

const idOf = (change: TextChange): string =>
  change.operation === 'update_page' ? change.page : change.reusableContent

interface TextVersions {
  /** Null if the expected revision does not have the page. */
  base: string | null
  theirs: string
  ours: string
}

/** Merges the texts of a batch with those of the current content. */
export class RebasedTexts {
  /** The pages and reusable contents whose text was merged with that of another writer. */
  readonly merged = new Set<string>()
  readonly #versions: ContentVersions
  readonly #documents: WrittenDocuments
  readonly #mergeSource: MergeSource
  readonly #conflicts: EditConflicts
  readonly #ahead = new Map<number, SourceMerge>()
  /** Texts after earlier changes of the batch: as its writer has them, and as they were merged. */
  readonly #written = new Map<string, { base: string; theirs: string }>()

  constructor(
    versions: ContentVersions,
    { documents, mergeSource }: { documents: WrittenDocuments; mergeSource: MergeSource },
    conflicts: EditConflicts,
  ) {
    this.#versions = versions
    this.#documents = documents
    this.#mergeSource = mergeSource
    this.#conflicts = conflicts
  }

  /** Merges several at once. A second text of the same page is based on the first one, and merged in its turn. */
  async mergeAhead(changes: readonly ContentChange[]): Promise<void> {
    const seen = new Set<string>()
    const jobs = [...changes.entries()].flatMap(([at, change]) => {
      if (!isTextChange(change) || seen.has(idOf(change))) return []
      seen.add(idOf(change))
      const texts = this.#textsOf(at, change)
      return texts && isContested(texts) ? [{ at, texts }] : []
    })
    await eachAtOnce(jobs, AT_ONCE, async ({ at, texts }) => {
      this.#ahead.set(at, await this.#merge(texts))
    })
  }

  /** The text to write; undefined if the change has none. */
  async textFor(at: number, change: TextChange): Promise<string | undefined> {
    const texts = this.#textsOf(at, change)
    if (!texts) return undefined
    const { theirs, ours } = texts
    const text = await this.#merged(at, change, texts)
    if (text.length > MAX_SOURCE) {
      refuse(
        at,
        'document',
        `Merged with the current text, it would be longer than ${MAX_SOURCE} characters.`,
      )
    }
    if (text !== ours && ours !== theirs) this.merged.add(idOf(change))
    this.#written.set(idOf(change), { base: ours, theirs: text })
    return text
  }

  /** The text that the writer of the batch wants; null if the change has none. */
  ours(at: number, change: TextChange, base: WithDocument | undefined): string | null {
    const body = bodyOf(change)
    return body ? sourceOfBody(this.#documents, at, body, this.#versions.sourceOf(base)) : null
  }

  async #merged(at: number, change: TextChange, texts: TextVersions): Promise<string> {
    const { base, theirs, ours } = texts
    if (ours === theirs || ours === base) return theirs
    if (theirs === base) return ours
    const subjectId = idOf(change)
    const conflict = { kind: 'edit_edit', subjectId, ...texts } as const
    const member = change.markdown === undefined ? 'document' : 'markdown'
    if (base === null) {
      this.#conflicts.add(at, member, conflict)
      return ours
    }
    const { text, hasConflict, hunks, keyConflicts } = this.#ahead.get(at) ?? (await this.#merge(texts))
    if (hasConflict) this.#conflicts.add(at, member, { ...conflict, hunks })
    for (const { path, base, primary, changed } of keyConflicts) {
      const values = { base: base ?? null, theirs: primary ?? null, ours: changed ?? null }
      this.#conflicts.add(at, member, { ...conflict, field: ['frontMatter', ...path].join('.'), ...values })
    }
    return text
  }

  #merge({ base, theirs, ours }: TextVersions): Promise<SourceMerge> {
    return this.#mergeSource({ base: base ?? '', primary: theirs, changed: ours }, false)
  }

  #textsOf(at: number, change: TextChange): TextVersions | undefined {
    const body = bodyOf(change)
    const id = idOf(change)
    const { base, current }: Partial<Versions<WithDocument>> =
      (change.operation === 'update_page' ? this.#versions.pages : this.#versions.reusables).get(id) ?? {}
    if (!body || !current) return undefined
    const { sourceOf } = this.#versions
    const written = this.#written.get(id)
    const was = written?.base ?? (base ? sourceOf(base) : null)
    return {
      base: was,
      theirs: written?.theirs ?? sourceOf(current),
      ours: sourceOfBody(this.#documents, at, body, was ?? ''),
    }
  }
}

const isContested = ({ base, theirs, ours }: TextVersions): boolean =>
  base !== null && ours !== theirs && ours !== base && theirs !== base
