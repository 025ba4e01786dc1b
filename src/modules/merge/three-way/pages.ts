import { recordFieldOf } from '../../page-metadata/index.ts'
import type { PageRecord } from '../../revisions/index.ts'
import { type DecidedPage, type Decision, decidePage, fieldConflict, pageConflict } from './decisions.ts'
import type { KeyConflict } from './keys.ts'
import { withSources } from './reusables.ts'
import type { MergeText } from './text.ts'
import { isTextContested, type MergedText, mergeTexts, uncontestedDocument } from './texts.ts'
import type { Decisions } from './tree.ts'
import type { Conflict, MergeInput } from './types.ts'

export interface MergedPages {
  decisions: Decisions
  /** New source texts by hash. */
  documents: Map<string, string>
  conflicts: Conflict[]
}

/** Decides every page that a side changed, including its text. Positions in the tree are decided later. */
export async function mergePages(input: MergeInput, mergeText: MergeText): Promise<MergedPages> {
  const ids = [...new Set([...input.primaryChanges.pages, ...input.changedChanges.pages])].sort()
  const [base, primary, changed] = await Promise.all([
    input.base.pages(ids),
    input.primary.pages(ids),
    input.changed.pages(ids),
  ])
  const decided = ids.map((id) =>
    decidePage({ id, base: base.get(id), primary: primary.get(id), changed: changed.get(id) }),
  )
  const contested = decided.filter(({ decision, isMerged }) => isMerged && isTextContested(decision))
  const jobs = contested.map(({ decision, conflicts }) => ({
    id: decision.id,
    versions: decision,
    isTitleConflict: conflicts.some(({ field }) => field === 'title'),
  }))
  const merged = await mergeTexts(input, jobs, mergeText)
  const documents = new Map<string, string>()
  for (const page of decided) {
    const text = merged.get(page.decision.id)
    if (page.isMerged) setDocument(page.decision, text ? text.document : uncontestedDocument(page.decision))
    if (!text) continue
    if (text.document !== undefined) documents.set(text.document, text.text)
    page.conflicts.push(...textConflicts(page, text))
  }
  return {
    decisions: new Map(decided.map(({ decision }) => [decision.id, decision])),
    documents,
    conflicts: decided.flatMap(({ conflicts }) => conflicts),
  }
}

function setDocument(decision: Decision, document: string | undefined): void {
  if (!decision.record) return
  const { document: _, ...record }: PageRecord = decision.record
  decision.record = { ...record, ...(document !== undefined && { document }) }
}

function textConflicts({ decision, conflicts }: DecidedPage, text: MergedText): Conflict[] {
  const told = new Set(conflicts.map(({ field }) => field))
  const keys = text.keyConflicts
    .filter((conflict) => !told.has(fieldOf(conflict)))
    .map(({ path, ...values }) =>
      fieldConflict('edit_edit', decision, ['frontMatter', ...path].join('.'), values),
    )
  if (text.hunks.length === 0) return keys
  const lines = { ...pageConflict('edit_edit', decision), hunks: text.hunks }
  return [...keys, withSources(lines, text)]
}

/** The field of the record for a key of front matter. */
function fieldOf({ path }: KeyConflict): string {
  const [key = '', part, detail] = path
  if (key === 'coverY' || key === 'coverHeight') return 'cover'
  if (key === 'layout' && part === 'cover' && detail === 'size') return 'layout.coverSize'
  if (key === 'layout' && detail === 'visible') return `layout.${part}`
  return [recordFieldOf[key] ?? key, ...path.slice(1)].join('.')
}
