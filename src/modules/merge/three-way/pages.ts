import { eachInTurns, mapInTurns } from '../../../platform/turns/turns.ts'
import { recordFieldOf } from '../../page-metadata/index.ts'
import type { PageRecord } from '../../revisions/index.ts'
import type { KeyConflict, MergeSource } from '../../text-merge/index.ts'
import { type DecidedPage, type Decision, decidePage, fieldConflict, pageConflict } from './decisions.ts'
import { withSources } from './reusables.ts'
import { isTextContested, type MergedText, mergeTexts, uncontestedDocument } from './texts.ts'
import type { Decisions } from './tree.ts'
import type { Conflict, MergeInput } from './types.ts'

interface MergedPages {
  decisions: Decisions
  /** New source texts by hash. */
  documents: Map<string, string>
  conflicts: Conflict[]
}

/** Decides every page that a side changed, including its text. Positions in the tree are decided later. */
export async function mergePages(input: MergeInput, mergeSource: MergeSource): Promise<MergedPages> {
  const ids = [...new Set([...input.primaryChanges.pages, ...input.changedChanges.pages])].sort()
  // One after the other: all at once would block the event loop. What the comparison has read is not read again.
  const base = await input.base.pages(ids)
  const primary = await input.primary.pages(ids)
  const changed = await input.changed.pages(ids)
  const decided = await mapInTurns(ids, (id) =>
    decidePage({ id, base: base.get(id), primary: primary.get(id), changed: changed.get(id) }),
  )
  const contested = decided.filter(({ decision, isMerged }) => isMerged && isTextContested(decision))
  const jobs = contested.map(({ decision, conflicts }) => ({
    id: decision.id,
    versions: decision,
    isTitleConflict: conflicts.some(({ field }) => field === 'title'),
  }))
  const merged = await mergeTexts(input, jobs, mergeSource)
  const documents = new Map<string, string>()
  const decisions: Decisions = new Map()
  const conflicts: Conflict[] = []
  await eachInTurns(decided, (page) => {
    const { decision } = page
    const text = merged.get(decision.id)
    if (page.isMerged) setDocument(decision, text ? text.document : uncontestedDocument(decision))
    if (text?.document !== undefined) documents.set(text.document, text.text)
    decisions.set(decision.id, decision)
    conflicts.push(...page.conflicts, ...(text ? textConflicts(page, text) : []))
  })
  return { decisions, documents, conflicts }
}

function setDocument(decision: Decision, document: string | undefined): void {
  if (!decision.record) return
  const { document: _, ...record }: PageRecord = decision.record
  decision.record = { ...record, ...(document !== undefined && { document }) }
}

function textConflicts({ decision, conflicts }: DecidedPage, text: MergedText): Conflict[] {
  const reported = new Set(conflicts.map(({ field }) => field))
  const keys = text.keyConflicts
    .filter((conflict) => !reported.has(fieldOf(conflict)))
    .map(({ path, ...values }) =>
      fieldConflict('edit_edit', decision, ['frontMatter', ...path].join('.'), values),
    )
  if (!text.hasConflict) return keys
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
